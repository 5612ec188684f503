// The end of a submission: the task is stored and paid for in one step, before its client is told.
import type { AttemptFact, LogOther } from '@waystation/contract/calls/log'
import { AppError } from '@waystation/contract/errors'
import { taskPollSeconds } from '@waystation/contract/options/drawing'
import type { NewTask, TaskKind, TaskPayment } from '../../domain/task/task.ts'
import { hookPlace } from '../../domain/task/task-hooks.ts'
import { batchSaleText } from '../batches/batch-charge.ts'
import type { ResponseSink } from '../client-connection.ts'
import type { Gateway } from '../gateway.ts'
import { type Bill, billOf, rejectionLog } from '../settle/settle.ts'
import { lossHeader } from '../stream-back/reply-encoder.ts'
import type { StreamParts } from '../stream-back/stream-parts.ts'
import { toldHeaders } from '../stream-back/told-headers.ts'
import type { WholeAnswer } from '../upstream/answer.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { saleText } from './films/film-charge.ts'
import type { TakenTask, TaskExtension } from './taken-task.ts'

type TaskParts = Omit<StreamParts, 'gateway'> & {
  readonly gateway: StreamParts['gateway'] & Pick<Gateway, 'tasks' | 'secrets'>
  readonly attempts: readonly AttemptFact[]
}

/** The longest wait before a task is asked for the first time: most of them take longer. */
const FIRST_POLL_MS = 3000

/**
 * Stores what the vendor took, charges it, and answers the client; what it did not take is stored as failed and costs nothing. A client that has
 * left finds its task in its list.
 * @throws AppError settlement_failed where it could be stored nowhere
 */
export async function submitTask(answer: WholeAnswer, reply: Pick<ResponseSink, 'send'>, parts: TaskParts): Promise<void> {
  const { call, gateway } = parts
  const { operation } = call.endpoint
  if (operation.kind !== 'task') throw new Error(`${operation.name} is no task`)
  const taken = operation.taken(call, answer.body.toString(), answer.attempt)
  const task = taskOf(operation.taskKind, taken, answer, parts)
  const bill = await billOf(answer, 'done', parts, { task_id: task.taskId, ...loweredFact(taken) })
  const payment = taken.isTaken
    ? paymentFor(taken, bill, { limitMs: task.expiresMs - task.submitMs, held: parts.hold.amount })
    : rejected(task, parts)
  const accepted = await gateway.tasks.accept(task, payment).catch((error: unknown) => {
    gateway.log.error({ id: call.id, err: error }, 'a task could not be stored')
    throw new AppError('settlement_failed')
  })
  // What is there already has ended, perhaps before it was asked for.
  if (!accepted.isNew && accepted.taskId === task.taskId && task.status === 'SUCCESS')
    await gateway.tasks.report([{ id: accepted.id, report: { status: task.status, result: task.result } }], task.nextPollMs)
  const told = { ...lossHeader(answer.losses), ...toldHeaders(answer.attempt, parts, accepted.quota) }
  reply.send(200, { 'content-type': 'application/json; charset=utf-8', ...told }, JSON.stringify(taken.answer(accepted.taskId)))
}

/** A batch whose hold was lowered says so; other tasks are held for whole. */
function loweredFact({ batch }: TakenTask): LogOther {
  return batch?.loweredTo === undefined ? {} : { output_lowered_to: batch.loweredTo }
}

/** Beyond the time limit of a task, its hold stays for so long: its end is noticed by a poll. */
export const LEASE_BEYOND_MS = 3_600_000

function paymentFor(
  { isFree, order, batch }: TakenTask,
  { quota, log }: Bill,
  { limitMs, held }: { limitMs: number; held: number },
): TaskPayment {
  if (batch) return { kind: 'hold', amount: held, leaseMs: limitMs + LEASE_BEYOND_MS, log: { ...log, quota: held } }
  if (order) return { kind: 'hold', amount: quota, leaseMs: limitMs + LEASE_BEYOND_MS, log }
  return isFree ? { kind: 'free', log: { ...log, quota: 0 } } : { kind: 'charge', amount: quota, log }
}

/** The vendor's words stand in the task and in the row of the failed call. */
function rejected({ failReason }: NewTask, parts: TaskParts): TaskPayment {
  const log = rejectionLog(garbageFailure(failReason || 'the upstream did not take the task'), parts)
  return { kind: 'free', ...(log ? { log } : {}) }
}

function taskOf(
  kind: TaskKind,
  taken: TakenTask,
  answer: WholeAnswer,
  { call, caller, hold, gateway: { secrets, options } }: TaskParts,
): NewTask {
  const { parent, hook, idempotencyKey, limitMs }: TaskExtension = call.extension?.task ?? { limitMs: 3_600_000 }
  const nowMs = Date.now()
  const { answer: _answer, isFree: _isFree, isTaken, order, batch, ...facts } = taken
  // What vendors call a film or a batch is their own business: several users may have the same one at one channel.
  const prefix = order ? 'video_' : batch?.idPrefix
  const taskId = prefix === undefined ? taken.vendorId || call.id : `${prefix}${call.id}`
  const { price } = answer.attempt.price
  return {
    ...facts,
    ...answer.given.place,
    kind,
    taskId,
    userId: caller.user.id,
    tokenId: caller.token?.id ?? 0,
    group: caller.group,
    model: call.facts.model,
    holdId: call.id,
    confirms: parent?.status === 'MODAL' && taskId === parent.taskId,
    submitMs: nowMs,
    startMs: 0,
    finishMs: taken.progress === 100 ? nowMs : 0,
    nextPollMs: nowMs + Math.min(FIRST_POLL_MS, options.get(taskPollSeconds) * 1000),
    expiresMs: nowMs + limitMs,
    hook: hook === undefined ? '' : secrets.seal(hook, hookPlace(taskId)),
    // What was not taken may be submitted again under its key.
    ...(idempotencyKey === undefined || !isTaken ? {} : { idempotencyKey }),
    ...(order ? { sale: saleText({ order, price, held: hold.amount }) } : {}),
    ...(batch ? { sale: batchSaleText({ ...batch, price, held: hold.amount }) } : {}),
  }
}
