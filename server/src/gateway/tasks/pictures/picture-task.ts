// A call for pictures that has become a task: its vendor has taken it, and the hold is the task's. Whoever sees the end first, the call that waits or
// the poller of tasks, ends the task and settles it; the other finds it ended (decision 46).
import { AppError } from '@waystation/contract/errors'
import { imageTimeLimitMinutes, taskPollSeconds } from '@waystation/contract/options/drawing'
import { logConsumeEnabled } from '@waystation/contract/options/logs'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type ImageRequest, type ImageWork, readImages } from '@waystation/wire/images/request'
import { type PictureReading, readPictures, storedPictures } from '@waystation/wire/tasks/picture-tasks'
import type { ChannelKey } from '../../../domain/catalog/routable-channel.ts'
import type { LogDraft } from '../../../domain/ledger/operation.ts'
import { priceCall } from '../../../domain/pricing/price-call.ts'
import type { NewTask, TaskReport } from '../../../domain/task/task.ts'
import type { TakenWork } from '../../../providers/conversation.ts'
import type { Attempt } from '../../attempt.ts'
import type { Gateway } from '../../gateway.ts'
import { pricedSize } from '../../place-hold/priced-size.ts'
import { chargeFact } from '../../settle/charge-fact.ts'
import { callLog } from '../../settle/log-draft.ts'
import { adminInfo, type Bill, type CallTask, rejectionLog, type SettleParts, type SettleServices } from '../../settle/settle.ts'
import { vendorFacts } from '../../settle/vendor-facts.ts'
import type { Call } from '../../types.ts'
import { CallEnded } from '../../upstream/failure.ts'
import type { WorkKeeper } from '../../upstream/finish-pictures.ts'
import { LEASE_BEYOND_MS } from '../submit-task.ts'
import { type AskedPictures, pictureSaleText, pictureUsage } from './picture-charge.ts'

export type PictureTaskServices = SettleServices & Pick<Gateway, 'tasks'>

type Parts = Omit<SettleParts, 'gateway'> & { readonly gateway: PictureTaskServices }

/** What a vendor is asked with. */
interface Asked {
  readonly attempt: Attempt
  readonly key: Pick<ChannelKey, 'id'>
}

/** What keeps the pictures that a vendor takes for this call. The call's `task` is set when it has taken some. */
export function pictureKeeper(parts: Parts, asked: Asked): WorkKeeper {
  const { call, gateway } = parts
  const workMs = gateway.options.get(imageTimeLimitMinutes) * 60_000
  let task: PictureTask | undefined
  return {
    workMs,
    taskId: taskIdOf(call),
    async take(work) {
      const log = rowFor(parts, asked)
      const payment = { kind: 'hold', amount: parts.hold.amount, leaseMs: workMs + LEASE_BEYOND_MS, log } as const
      const accepted = await gateway.tasks.accept(taskFor(work, workMs, parts, asked), payment).catch((error: unknown) => {
        gateway.log.error({ id: call.id, err: error }, 'a task could not be stored')
        throw new CallEnded('settlement_failed')
      })
      task = new PictureTask(accepted.id, call, gateway)
      parts.task = task
    },
    ended: (result, reading) => task?.noteEnd(result, reading),
  }
}

class PictureTask implements CallTask {
  readonly taskId: string
  readonly #id: number
  readonly #call: Call
  readonly #gateway: PictureTaskServices
  #result: JsonObject = {}
  #failReason: string | undefined

  constructor(id: number, call: Call, gateway: PictureTaskServices) {
    this.#id = id
    this.#call = call
    this.#gateway = gateway
    this.taskId = taskIdOf(call)
  }

  noteEnd(result: JsonObject, { error }: PictureReading): void {
    this.#result = storedPictures(result)
    this.#failReason = error?.message
  }

  async settle({ quota, log }: Bill): Promise<number> {
    const report = { status: 'SUCCESS', result: this.#result, charge: { amount: quota, log } } as const
    const row = await this.#end(report).catch((error: unknown) => {
      this.#gateway.log.error({ id: this.#call.id, err: error }, 'the end of a task could not be stored')
      throw new AppError('settlement_failed')
    })
    // Its time was over at the same moment: it was given back, and costs nothing.
    if (row?.status === 'FAILURE') throw new AppError('upstream_timeout')
    return row?.money === 'charged' ? row.quota : 0
  }

  async leave(error: unknown, parts: SettleParts): Promise<void> {
    try {
      if (this.#failReason === undefined) await this.#gateway.tasks.mark({ holdId: this.#call.id })
      else {
        const failureLog = rejectionLog(error, parts)
        const told = { status: 'FAILURE', failReason: this.#failReason, result: this.#result } as const
        await this.#end({ ...told, ...(failureLog ? { failureLog } : {}) })
      }
    } catch (late) {
      this.#gateway.log.warn({ id: this.#call.id, err: late }, 'a task is left to the poller')
    }
  }

  /** Ends it, unless it has ended; answers it as it is then. */
  async #end(report: TaskReport) {
    const { tasks } = this.#gateway
    const [ended] = await tasks.report([{ id: this.#id, report }], Date.now())
    return ended ?? (await tasks.row(this.#id))
  }
}

const taskIdOf = ({ id }: Pick<Call, 'id'>): string => `image_${id}`

function taskFor(work: TakenWork, workMs: number, parts: Parts, { attempt, key }: Asked): NewTask {
  const { call, caller, hold, gateway } = parts
  const nowMs = Date.now()
  const { idempotencyKey } = call.extension?.task ?? {}
  const { status } = readPictures(work.result)
  const request = requestOf(call, attempt)
  return {
    ...{ kind: 'image', platform: attempt.provider.name.slice(0, 32), taskId: taskIdOf(call), confirms: false, vendorId: work.vendorId },
    ...{ userId: caller.user.id, tokenId: caller.token?.id ?? 0, group: caller.group },
    ...{ channelId: attempt.channel.id, keyId: key.id, model: call.facts.model },
    ...{ action: attempt.operation === 'images' ? 'GENERATE' : 'EDIT', holdId: call.id, code: 1 },
    // It ends with its charge, in the step after this one.
    status: status === 'QUEUED' ? 'QUEUED' : 'IN_PROGRESS',
    ...{ progress: 0, failReason: '', prompt: request.prompt, result: storedPictures(work.result) },
    ...{ submitMs: nowMs, startMs: 0, finishMs: 0, expiresMs: nowMs + workMs, hook: '' },
    nextPollMs: nowMs + gateway.options.get(taskPollSeconds) * 1000,
    sale: pictureSaleText({ asked: askedFor(request, call, attempt), price: attempt.price.price, held: hold.amount }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
}

const requestOf = ({ body, endpoint }: Call, { operation }: Attempt): ImageRequest =>
  readImages(body, operation as ImageWork, endpoint.operation.kind === 'form') // only operations of pictures have formats with tasks

const askedFor = ({ count }: ImageRequest, call: Call, attempt: Attempt): AskedPictures => ({
  count,
  measured: pricedSize(call, attempt).measured,
})

/** The row of the charge, as it is if all that was requested is made and the call does not wait for it. */
function rowFor({ call, caller, hold, gateway, attempts, plan }: Parts, { attempt }: Asked): LogDraft {
  const { channel, price } = attempt
  const usage = pictureUsage(askedFor(requestOf(call, attempt), call, attempt), requestOf(call, attempt).count)
  const now = gateway.clock.now()
  const took = { started_ms: 0, took_ms: Math.round(now - call.startedMs), status: 200 }
  const made = [...attempts, { channel_id: channel.id, channel_name: channel.name, ...took }]
  const quota = priceCall(usage, price)
  const other = {
    ...({ end_reason: 'done', usage_source: 'upstream' } as const),
    task_id: taskIdOf(call),
    charge: chargeFact(price.price, usage, { quota, held: hold.amount, ref: `settle:${call.id}` }),
    admin_info: adminInfo({ attempts: made, plan }),
  }
  const vendor = vendorFacts({ attempt, usage, isCounted: false, attempts }, gateway.costs)
  const log = callLog(call, caller, { attempt, quota, usage, now, other, vendor })
  return gateway.options.get(logConsumeEnabled) ? log : { ...log, other: '', isOnlyCounted: true }
}
