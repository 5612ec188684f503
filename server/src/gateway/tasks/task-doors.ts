// What the doors of drawings and of music share: who asks, and which task is meant. Other users' tasks do not exist here.
import type { IncomingMessage } from 'node:http'
import { failWords as reasonInWords } from '@waystation/contract/calls/fail-reasons'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { isUnkeyed, readIds } from '@waystation/wire/tasks/drawing-request'
import type { ChannelKey, RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { TaskKind, TaskRecord } from '../../domain/task/task.ts'
import { type AdmitServices, admitWithoutModel } from '../admit/admit.ts'
import { type AuthenticateServices, authenticate, presentedKey } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'

export type TaskDoorServices = AuthenticateServices &
  AdmitServices &
  Pick<Gateway, 'tasks' | 'taskClaims' | 'taskLinks' | 'catalog' | 'log'>

/** Who calls a proxy shows the key as the proxy's own secret; some then write a fixed word where others write the key. */
export function taskKey(request: IncomingMessage): string {
  const secret = request.headers['mj-api-secret']
  return typeof secret === 'string' && secret !== '' && isUnkeyed(request.headers.authorization)
    ? secret.replace(/^(?:bearer\s+)?/i, '').replace(/^sk-/, '')
    : presentedKey(request)
}

export const taskCaller = (request: IncomingMessage, gateway: AuthenticateServices): Promise<Caller> =>
  authenticate(request, gateway, taskKey(request))

/** Who asks for tasks, once their key is good and their limits allow it. */
export async function taskVisitor(request: IncomingMessage, gateway: TaskDoorServices): Promise<Caller> {
  const caller = await taskCaller(request, gateway)
  await admitWithoutModel(caller, request, gateway)
  return caller
}

/** A task of the caller's; of a window and what followed it the latter. Throws AppError task_not_found. */
export async function ownTask(kind: TaskKind, taskId: string, caller: Caller, { tasks }: Pick<Gateway, 'tasks'>): Promise<TaskRecord> {
  const found = await tasks.find(caller.user.id, [kind], [taskId])
  const task = found.at(-1)
  if (!task) throw new AppError('task_not_found', { id: taskId.slice(0, 100) })
  return task
}

/**
 * The call, bound to the channel and the key of the task that it goes on from.
 * @throws AppError task_channel_gone
 */
export async function boundToParent(call: Call, parent: TaskRecord, { catalog }: Pick<Gateway, 'catalog'>): Promise<Call> {
  await catalog.upToDate()
  const channel = catalog.current().channel(parent.channelId)
  const key = channel?.keys.find(({ id }) => id === parent.keyId)
  if (!channel || channel.status !== channelStatus.enabled || !key) throw new AppError('task_channel_gone')
  return { ...call, extension: { ...call.extension, boundTo: { channelId: channel.id, keyId: key.id } } }
}

/** The address at which a client wants to be told of the end; undefined: none that may be told. */
export const hookIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_HOOK_LENGTH && URL.canParse(value) && new URL(value).protocol === 'https:'
    ? value
    : undefined

const MAX_HOOK_LENGTH = 2000
/** The key that a task was submitted with; should it be gone, another of its channel, which knows the same account. Undefined: there is none. */
export const keyOfTask = ({ keys }: Pick<RoutableChannel, 'keys'>, { keyId }: Pick<TaskRecord, 'keyId'>): ChannelKey | undefined =>
  keys.find(({ id }) => id === keyId) ?? keys[0]

/** Our own reasons are codes; clients read English. */
export const failWords = ({ failReason }: TaskRecord): string =>
  failReason.startsWith('task_') ? reasonInWords(failReason, 'en') : failReason

/** The ids in a body of `{ids}`. Throws AppError bad_request. */
export function idsIn(body: Parameters<typeof readIds>[0]): string[] {
  try {
    return readIds(body)
  } catch (error) {
    throw new AppError('bad_request', { detail: error instanceof Error ? error.message : '' }, { cause: error })
  }
}
