// Pictures that are requested again under the same `Idempotency-Key`: the same picture is told, and nothing is charged.
import { AppError } from '@waystation/contract/errors'
import { imageTimeLimitMinutes } from '@waystation/contract/options/drawing'
import { relayWholeFirstByteTimeoutSeconds } from '@waystation/contract/options/relay'
import { readPictures } from '@waystation/wire/tasks/picture-tasks'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { Caller } from '../../caller.ts'
import type { StreamingConnection } from '../../client-connection.ts'
import type { Gateway } from '../../gateway.ts'
import type { WholeReply } from '../../reply.ts'
import type { Call } from '../../types.ts'
import { idempotencyKeyIn } from '../submit-once.ts'
import { failWords } from '../task-doors.ts'

export type PictureDoorServices = Pick<Gateway, 'tasks' | 'options' | 'media' | 'clock' | 'live'>

/** The call with its key, and with what was made under that before. */
export async function extendPictures(call: Call, caller: Caller, gateway: PictureDoorServices): Promise<Call> {
  const idempotencyKey = idempotencyKeyIn(call.headerOf?.('idempotency-key'), 'image', caller)
  if (idempotencyKey === undefined) return call
  const task = { idempotencyKey, limitMs: gateway.options.get(imageTimeLimitMinutes) * 60_000 }
  const known = await gateway.tasks.underKey(caller.user.id, idempotencyKey)
  if (!known) return { ...call, extension: { ...call.extension, task } }
  const answerAgain = (reply: StreamingConnection) => tellAgain(known, call, reply, { caller, gateway })
  return { ...call, extension: { ...call.extension, task, answerAgain } }
}

interface AgainParts {
  readonly caller: Caller
  readonly gateway: PictureDoorServices
}

/**
 * Answers with the pictures of a task, once they are made.
 * @throws AppError task_failed, picture_not_ready
 */
async function tellAgain(known: TaskRecord, call: Call, reply: StreamingConnection, { caller, gateway }: AgainParts): Promise<void> {
  const task = await ended(known, reply, gateway)
  if (!task) return
  if (task.status === 'FAILURE') throw new AppError('task_failed', { detail: failWords(task) })
  const text = JSON.stringify({ data: readPictures(task.result).pictures })
  try {
    await tell(call, reply, { text, events: [] }, { caller, gateway })
  } finally {
    gateway.media.release(call)
  }
}

/** In the shape that this request asks for. */
async function tell(call: Call, reply: StreamingConnection, made: WholeReply, { caller, gateway }: AgainParts): Promise<void> {
  const { operation } = call.endpoint
  if (operation.kind !== 'translated' && operation.kind !== 'form') throw new Error(`${operation.name} makes no pictures`)
  const format = { operation: operation.name, dialect: 'openai-chat' } as const
  const addresses = operation.wantedAsData?.(call, made, format) ?? []
  const media = addresses.length === 0 ? undefined : await gateway.media.dataOf(addresses, call, caller.user.id)
  const whole = { ...made, media }
  if (call.facts.isStream && operation.streamReply) {
    reply.beginStream({})
    return reply.end(operation.streamReply(call, whole, format))
  }
  const text =
    operation.kind === 'form' ? operation.printReply(call, whole, format).text : JSON.stringify(operation.buildReply(call, whole, format))
  reply.send(200, { 'content-type': 'application/json; charset=utf-8' }, text)
}

/** How often it is looked whether the task has ended. */
const LOOK_MS = 500

/** The task at its end; undefined: nobody waits any more. Throws AppError picture_not_ready, shutting_down. */
async function ended(known: TaskRecord, reply: StreamingConnection, gateway: PictureDoorServices): Promise<TaskRecord | undefined> {
  const { tasks, options, clock, live } = gateway
  const untilMs = clock.now() + options.get(relayWholeFirstByteTimeoutSeconds) * 1000
  for (let task: TaskRecord | undefined = known; task?.isOpen; task = await tasks.row(known.id)) {
    if (reply.isGone) return undefined
    if (live.isClosed) throw new AppError('shutting_down')
    if (clock.now() >= untilMs) throw new AppError('picture_not_ready', { id: known.taskId })
    await new Promise<void>((resolve) => {
      clock.after(LOOK_MS, resolve)
    })
  }
  return tasks.row(known.id)
}
