// The end of a submission: the task is stored and paid for in one step, before its client is told.
import type { AttemptFact } from '@waystation/contract/calls/log'
import { AppError } from '@waystation/contract/errors'
import { taskPollSeconds } from '@waystation/contract/options/drawing'
import type { NewTask, TaskKind, TaskPayment } from '../../domain/task/task.ts'
import { hookPlace } from '../../domain/task/task-hooks.ts'
import type { ResponseSink } from '../client-connection.ts'
import type { Gateway } from '../gateway.ts'
import { type Bill, billOf, rejectionLog } from '../settle/settle.ts'
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
  const bill = await billOf(answer, 'done', parts, { task_id: task.taskId })
  const payment = taken.isTaken ? paymentFor(taken, bill, task.expiresMs - task.submitMs) : rejected(task, parts)
  const accepted = await gateway.tasks.accept(task, payment).catch((error: unknown) => {
    gateway.log.error({ id: call.id, err: error }, 'a task could not be stored')
    throw new AppError('settlement_failed')
  })
  // What is there already has ended, perhaps before it was asked for.
  if (!accepted.isNew && task.status === 'SUCCESS')
    await gateway.tasks.report([{ id: accepted.id, report: { status: task.status, result: task.result } }], task.nextPollMs)
  const headers = { 'content-type': 'application/json; charset=utf-8', ...toldHeaders(answer.attempt, parts, accepted.quota) }
  const told = taken.answer(task.taskId)
  reply.send(200, headers, JSON.stringify(call.extension?.task?.retold?.(told) ?? told))
}

/** Beyond the time limit of a task, its hold stays for so long: its end is noticed by a poll. */
export const LEASE_BEYOND_MS = 3_600_000

function paymentFor({ isFree, order }: TakenTask, { quota, log }: Bill, limitMs: number): TaskPayment {
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
  const { answer: _answer, isFree: _isFree, isTaken: _isTaken, order, ...facts } = taken
  // What vendors call a film is their own business: several users may have the same film at one channel.
  const taskId = order ? `video_${call.id}` : taken.vendorId || call.id
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
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(order ? { sale: saleText({ order, price: answer.attempt.price.price, held: hold.amount }) } : {}),
  }
}
