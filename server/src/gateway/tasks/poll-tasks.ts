// Asks vendors for the tasks that they have taken, until each has ended. One node at a time does it; were it two, each task still ends once.
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelType } from '@waystation/contract/channels/channel-type'
import { taskPollSeconds } from '@waystation/contract/options/drawing'
import { parseJson } from '@waystation/wire/encoding/json'
import type { TaskReading } from '@waystation/wire/tasks/task-reading'
import type { ChannelKey, RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { RunLeases } from '../../domain/channel/runs/run-lease.ts'
import type { TaskRecord, TaskReport } from '../../domain/task/task.ts'
import { sourceOf } from '../../lib/bodies/byte-source.ts'
import { ShortTexts } from '../../lib/bodies/json-texts.ts'
import { readCapped } from '../../lib/bodies/read-capped.ts'
import type { Provider } from '../../providers/provider.ts'
import type { TaskPoll } from '../../providers/task-vendor.ts'
import type { Gateway } from '../gateway.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { failureOf } from '../upstream/failures.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { targetOf } from '../upstream/upstream-call.ts'
import { filmCharge } from './films/film-charge.ts'
import { pictureCharge, storedReport } from './pictures/picture-charge.ts'
import { keyOfTask } from './task-doors.ts'

export type PollServices = Pick<Gateway, 'tasks' | 'catalog' | 'providers' | 'exchange' | 'options' | 'log'>

/** Tasks of one round. What is left comes with the next, a second later. */
const MOST_DUE = 1000
/** Requests that are under way at a time. */
const MOST_REQUESTS = 8
/** The wait for an answer to one. Source: server-behaviour 9.4. */
const ANSWER_MS = 15_000
/** A list of tasks with their results, at most. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** The wait for an answer that may hold a film. */
const FILE_ANSWER_MS = 120_000
/** So much of each text of such an answer is kept: enough for whatever is no film. */
const MAX_TEXT_BYTES = 64 * 1024
/** Tasks whose reports are written in one transaction. */
const REPORTS_AT_ONCE = 50
/** What a vendor does not tell of is asked for this many times less often, at most. */
const MOST_BACK_OFF = 8

/** A channel with the key whose account has some tasks. */
interface Account {
  readonly channel: RoutableChannel
  readonly key: ChannelKey
  readonly provider: Provider
  readonly tasks: TaskRecord[]
}

export class TaskPoller {
  readonly #services: PollServices
  readonly #leases: RunLeases
  #running: Promise<void> | undefined

  constructor(services: PollServices, leases: RunLeases) {
    this.#services = services
    this.#leases = leases
  }

  /** Asks for what is due, unless another node does. */
  async run(): Promise<void> {
    const [first] = await this.#services.tasks.due(Date.now(), 1)
    if (!first) return
    // Another node that takes it over in the middle of a round does no harm.
    const lease = await this.#leases.take({ name: 'poll-tasks', everyMs: 0, isWhole: false }, () => {})
    if (!lease) return
    try {
      await this.round()
    } finally {
      await lease.end()
    }
  }

  /** Asks for everything that is due by this time, unix milliseconds; calls at the same time share one round. */
  round(nowMs = Date.now()): Promise<void> {
    this.#running ??= this.#round(nowMs).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #round(nowMs: number): Promise<void> {
    const { tasks, catalog } = this.#services
    const due = await tasks.due(nowMs, MOST_DUE)
    if (due.length === 0) return
    await catalog.upToDate()
    const { accounts, lost } = this.#byAccount(due.filter(({ expiresMs }) => expiresMs > nowMs))
    const late = due.filter(({ expiresMs }) => expiresMs <= nowMs)
    await this.#report([
      ...late.map((task) => ({ id: task.id, report: failed('task_timeout') })),
      ...lost.map((task) => ({ id: task.id, report: failed('task_channel_gone') })),
    ])
    const polls = accounts.flatMap((account) =>
      (account.provider.tasks?.polls(account.tasks.map(polled), targetOf(account.channel, account.key.secret)) ?? []).map((poll) => ({
        account,
        poll,
      })),
    )
    const queue = polls.values()
    await Promise.all(
      Array.from({ length: MOST_REQUESTS }, async () => {
        for (const { account, poll } of queue) await this.#ask(account, poll)
      }),
    )
  }

  #byAccount(due: readonly TaskRecord[]): { accounts: readonly Account[]; lost: readonly TaskRecord[] } {
    const { catalog, providers } = this.#services
    const accounts = new Map<string, Account>()
    const lost: TaskRecord[] = []
    for (const task of due) {
      const channel = catalog.current().channel(task.channelId)
      const provider = channel && providers[channelType(channel.type).id]
      const key = channel && keyOfTask(channel, task)
      if (!channel || !provider?.tasks || task.vendorId === '') lost.push(task)
      else if (key) {
        const name = `${channel.id} ${key.id}`
        const account = accounts.get(name) ?? { channel, key, provider, tasks: [] }
        account.tasks.push(task)
        accounts.set(name, account)
      }
    }
    return { accounts: [...accounts.values()], lost }
  }

  /** One request, and what it tells; what it does not tell is asked for later and later. */
  async #ask({ channel, key, provider, tasks }: Account, poll: TaskPoll): Promise<void> {
    const { exchange, log } = this.#services
    const asked = poll.tasks.flatMap(({ vendorId }) => tasks.filter((task) => task.vendorId === vendorId))
    let readings: readonly TaskReading[] = []
    try {
      const target = { provider, channel: targetOf(channel, key.secret), firstByteMs: ANSWER_MS, idleMs: ANSWER_MS }
      const answer = await exchange.send(poll.request, target)
      const text = await textOf(answer, poll)
      readings = (answer.isOk || poll.readsErrors ? poll.read(parseJson(text)) : undefined) ?? []
    } catch (error) {
      const { facts } = scrubbedFailure(failureOf(error), channel)
      log.warn({ channel: channel.id, tasks: asked.length, reason: facts.detail }, 'a channel did not tell of its tasks')
    }
    const told = new Map(readings.map((reading) => [reading.id, reading]))
    const reports = asked.flatMap((task) => {
      const reading = told.get(task.vendorId)
      return reading ? [this.#reportOf(task, reading)] : []
    })
    await this.#report(await Promise.all(reports))
    const untold = asked.filter(({ vendorId }) => !told.has(vendorId))
    for (const misses of new Set(untold.map((task) => task.misses))) {
      const ids = untold.filter((task) => task.misses === misses).map(({ id }) => id)
      await this.#services.tasks.defer(ids, this.#nextPollMs(Math.min(2 ** (misses + 1), MOST_BACK_OFF)))
    }
  }

  /** What is told of a task, with its charge where that was to wait for its end. */
  async #reportOf(
    task: TaskRecord,
    { id: _vendorId, film = {}, pictures, ...told }: TaskReading,
  ): Promise<{ id: number; report: TaskReport }> {
    const { id, action } = task
    // How long an edit is, its vendor decides.
    const seconds = action === 'EDIT' && film.seconds !== undefined ? { seconds: Math.ceil(film.seconds) } : {}
    const report = task.kind === 'image' ? storedReport(told) : { ...told, result: { ...told.result, ...seconds } }
    const sale = report.status === 'SUCCESS' ? await this.#services.tasks.sale(id) : undefined
    if (!sale) return { id, report }
    const charge = pictures === undefined ? filmCharge(task, film, sale) : pictureCharge(task, pictures, sale)
    return { id, report: { ...report, charge } }
  }

  async #report(reports: readonly { readonly id: number; readonly report: TaskReport }[]): Promise<void> {
    for (let at = 0; at < reports.length; at += REPORTS_AT_ONCE) {
      await this.#services.tasks.report(reports.slice(at, at + REPORTS_AT_ONCE), this.#nextPollMs(1))
      // Between two transactions, calls have their turn.
      await sleep(0)
    }
  }

  #nextPollMs(times: number): number {
    return Date.now() + this.#services.options.get(taskPollSeconds) * 1000 * times
  }
}

/** What was answered, without most of a film that is in it. */
async function textOf(answer: VendorAnswer, { holdsFile }: TaskPoll): Promise<string> {
  const limits = { maxBytes: MAX_ANSWER_BYTES, deadlineMs: holdsFile ? FILE_ANSWER_MS : ANSWER_MS }
  if (!holdsFile) return (await answer.whole(limits)).toString('utf8')
  const shortened = pipeline(answer.stream(), new ShortTexts(MAX_TEXT_BYTES), () => {})
  return (await readCapped(sourceOf(shortened), limits)).toString('utf8')
}

const polled = ({ kind, vendorId, action, model, result }: TaskRecord) => ({ kind, vendorId, action, model, result })

const failed = (failReason: string): TaskReport => ({ status: 'FAILURE', failReason })
