// Asks vendors for batches until each has ended, and for one at once where its user asks. Whoever sees the end first reports it; it ends once.

import { AppError } from '@waystation/contract/errors'
import type { RunLeases } from '../../domain/channel/runs/run-lease.ts'
import type { TaskRecord, TaskReport } from '../../domain/task/task.ts'
import type { FileChannel } from '../files/file-channel.ts'
import type { Gateway } from '../gateway.ts'
import { failureOf } from '../upstream/failures.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { type AskBatchServices, cancelBatch, NOBODY, placeOf } from './ask-batch.ts'
import { type CopyServices, endCopy } from './copies/sent-copies.ts'
import { reportOnBatch } from './report-batch.ts'

/** Batches of one round. */
const MOST_DUE = 200
/** Vendors that are asked at a time: the answers of a batch may be long. */
const MOST_REQUESTS = 2
/** Between two looks: batches take minutes to hours. */
const POLL_MS = 30_000
/** What a vendor does not tell of is asked for this many times less often, at most. */
const MOST_BACK_OFF = 20

export type BatchNewsServices = AskBatchServices & CopyServices & Pick<Gateway, 'batchReads'>

/**
 * Reports how far an open batch is, and answers it as it is then. Whoever asks while it is asked for gets the same: its answers may be long.
 * @throws UpstreamFailure, task_channel_gone; the database's errors
 */
export function refreshBatch(task: TaskRecord, services: BatchNewsServices): Promise<TaskRecord> {
  return services.batchReads.run(task.id, () => refreshed(task, services))
}

async function refreshed(task: TaskRecord, services: BatchNewsServices): Promise<TaskRecord> {
  await services.catalog.upToDate()
  const at = placeOf(task, services)
  // A key that is switched off may be switched on again: what is made with it is still made.
  if (!at && services.catalog.current().channel(task.channelId)) throw new AppError('task_channel_gone')
  const report: TaskReport = at
    ? await reportOnBatch(task, at, services)
    : { status: 'FAILURE', progress: 100, failReason: 'task_channel_gone' }
  const [ended] = await services.tasks.report([{ id: task.id, report }], Date.now() + POLL_MS)
  if (ended && at) await endCopies(ended, at, services)
  return ended ?? (await services.tasks.row(task.id)) ?? task
}

/** Deletes the copy of the requests that the vendor of an ended batch has: its user has the file itself. Never rejects. */
async function endCopies({ holdId, channelId }: TaskRecord, at: FileChannel, services: BatchNewsServices): Promise<void> {
  try {
    for (const copy of await services.batchCopies.of(holdId))
      if (copy.channelId === channelId) await endCopy({ ...copy, at }, NOBODY, services)
  } catch (error) {
    services.log.warn({ channel: channelId, err: error }, 'the copies of a batch could not be read')
  }
}

export class BatchPoller {
  readonly #services: BatchNewsServices
  readonly #leases: RunLeases

  constructor(services: BatchNewsServices, leases: RunLeases) {
    this.#services = services
    this.#leases = leases
  }

  /** Asks for what is due, unless another node does. */
  async run(): Promise<void> {
    const { tasks } = this.#services
    const [first] = await tasks.due(Date.now(), 1, 'batches')
    if (!first) return
    // Another node that takes it over in the middle of a round does no harm.
    const lease = await this.#leases.take({ name: 'poll-batches', everyMs: 0, isWhole: false }, () => {})
    if (!lease) return
    try {
      const due = (await tasks.due(Date.now(), MOST_DUE, 'batches')).values()
      await Promise.all(
        Array.from({ length: MOST_REQUESTS }, async () => {
          for (const task of due) await this.#ask(task)
        }),
      )
    } finally {
      await lease.end()
    }
  }

  async #ask(task: TaskRecord): Promise<void> {
    const { tasks, catalog, log } = this.#services
    const isLate = task.expiresMs <= Date.now()
    try {
      // Asked for once more where it is late: it may have ended while no server ran.
      await refreshBatch(task, this.#services)
    } catch (error) {
      const channel = catalog.current().channel(task.channelId)
      const { facts } = channel ? scrubbedFailure(failureOf(error), channel) : failureOf(error)
      log.warn({ channel: task.channelId, task: task.taskId, reason: facts.detail }, 'a channel did not tell of a batch')
      if (!isLate) await tasks.defer([task.id], Date.now() + POLL_MS * Math.min(2 ** task.misses, MOST_BACK_OFF))
    }
    if (!isLate) return
    // One that has ended stays as it is.
    const report = { status: 'FAILURE', progress: 100, failReason: 'task_timeout' } as const
    const [given] = await tasks.report([{ id: task.id, report }], 0)
    if (given) await this.#cancel(given)
  }

  /** What was given back is not to be made for nothing. */
  async #cancel(task: TaskRecord): Promise<void> {
    const at = placeOf(task, this.#services)
    if (!at) return
    await cancelBatch(task, at, this.#services).catch((error: unknown) =>
      this.#services.log.warn(
        { channel: task.channelId, task: task.taskId, err: error },
        'a batch that took too long could not be cancelled',
      ),
    )
    await endCopies(task, at, this.#services)
  }
}
