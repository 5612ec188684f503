import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables/tables.ts'
import {
  isEnd,
  type NewTask,
  type TaskKind,
  type TaskMoney,
  type TaskRecord,
  type TaskResult,
  type TaskSale,
  type TaskStatus,
} from './task.ts'

/** Which tasks are listed. */
export interface TaskFilter {
  readonly kinds: readonly TaskKind[]
  /** Absent: all users'. */
  readonly userId?: number | undefined
  readonly taskId?: string | undefined
  readonly channelId?: number | undefined
  readonly platform?: string | undefined
  readonly status?: string | undefined
  readonly action?: string | undefined
  /** Unix milliseconds of the submission. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

/** A page of tasks, newest first, and how many there are in all. */
export async function listTasks(
  { read }: Pick<Database, 'read'>,
  filter: TaskFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly tasks: readonly TaskRecord[]; readonly total: number }> {
  let query = read.selectFrom('task').where('kind', 'in', filter.kinds)
  const { userId, taskId, channelId, platform, status, action, fromMs, untilMs } = filter
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (taskId !== undefined) query = query.where('task_id', '=', taskId)
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId)
  if (platform !== undefined) query = query.where('platform', '=', platform)
  if (status !== undefined) query = query.where('status', '=', status)
  if (action !== undefined) query = query.where('action', '=', action)
  if (fromMs !== undefined) query = query.where('submit_ms', '>=', fromMs)
  if (untilMs !== undefined) query = query.where('submit_ms', '<=', untilMs)
  const [rows, count] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute(),
    query.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { tasks: rows.map(taskOf), total: Number(count.count) }
}

/** What users and channels are called, by their ids; who or what is gone is not there. */
export async function findTaskNames(
  { read }: Pick<Database, 'read'>,
  tasks: readonly Pick<TaskRecord, 'userId' | 'channelId'>[],
): Promise<{ readonly users: ReadonlyMap<number, string>; readonly channels: ReadonlyMap<number, string> }> {
  if (tasks.length === 0) return { users: new Map(), channels: new Map() }
  const userIds = [...new Set(tasks.map(({ userId }) => userId))]
  const channelIds = [...new Set(tasks.map(({ channelId }) => channelId))]
  const [users, channels] = await Promise.all([
    read.selectFrom('user').select(['id', 'username as name']).where('id', 'in', userIds).execute(),
    read.selectFrom('channel').select(['id', 'name']).where('id', 'in', channelIds).execute(),
  ])
  const byId = (rows: typeof users) => new Map(rows.map(({ id, name }) => [Number(id), name]))
  return { users: byId(users), channels: byId(channels) }
}

/** Those of these tasks of a user that there are. */
export async function findTasks(
  { read }: Pick<Database, 'read'>,
  userId: number,
  kinds: readonly TaskKind[],
  taskIds: readonly string[],
): Promise<readonly TaskRecord[]> {
  if (taskIds.length === 0) return []
  const query = read.selectFrom('task').selectAll().where('user_id', '=', userId).where('kind', 'in', kinds)
  return (await query.where('task_id', 'in', taskIds).orderBy('id').execute()).map(taskOf)
}

/** Tasks that have ended and whose addresses were not told, the oldest first. */
export async function findUntold({ read }: Pick<Database, 'read'>, limit: number): Promise<readonly TaskRecord[]> {
  const rows = await read.selectFrom('task').selectAll().where('is_open', '=', UNTOLD).orderBy('next_poll_ms').limit(limit).execute()
  return rows.map(taskOf)
}

/** A task by the number of its row; undefined: there is none. */
export async function findRow({ read }: Pick<Database, 'read'>, id: number): Promise<TaskRecord | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
  const row = await read.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()
  return row && taskOf(row)
}

/** The task that a user submitted under this key; undefined: none. */
export async function findByKey({ read }: Pick<Database, 'read'>, userId: number, key: string): Promise<TaskRecord | undefined> {
  const query = read.selectFrom('task').selectAll().where('user_id', '=', userId).where('idempotency_key', '=', key)
  const row = await query.executeTakeFirst()
  return row && taskOf(row)
}

/** Which tasks of one's own are listed. */
export interface OwnTasks {
  readonly userId: number
  /** 0: those that were submitted without a token. */
  readonly tokenId: number
  readonly kind: TaskKind
  /** What their ids begin with; absent: any. */
  readonly idPrefix?: string
  /** The number of the row behind which the page begins; absent: at the beginning. */
  readonly afterId?: number | undefined
  readonly isOldestFirst: boolean
}

/** The next tasks that a token has submitted, without those that were removed. */
export async function listOwnTasks({ read }: Pick<Database, 'read'>, which: OwnTasks, limit: number): Promise<readonly TaskRecord[]> {
  const { userId, tokenId, kind, idPrefix, afterId, isOldestFirst } = which
  let query = read.selectFrom('task').selectAll().where('user_id', '=', userId).where('kind', '=', kind)
  query = query.where('token_id', '=', tokenId).where('is_removed', '=', 0)
  if (idPrefix !== undefined) query = query.where('task_id', 'like', `${idPrefix}%`)
  if (afterId !== undefined) query = query.where('id', isOldestFirst ? '>' : '<', afterId)
  return (
    await query
      .orderBy('id', isOldestFirst ? 'asc' : 'desc')
      .limit(limit)
      .execute()
  ).map(taskOf)
}

/** What a task that is charged at its end was taken with; undefined: it is charged otherwise. */
export async function findSale({ read }: Pick<Database, 'read'>, id: number): Promise<TaskSale | undefined> {
  const row = await read.selectFrom('task').select(['sale', 'facts']).where('id', '=', id).executeTakeFirst()
  return row && row.sale !== '' ? { sale: row.sale, log: JSON.parse(row.facts) } : undefined
}

/** Tasks of one request each, or batches of many: they are asked for apart, since the answers of a batch may take long to read. */
export type DueTasks = 'single' | 'batches'

/** Open tasks that should be asked for by now, the longest due first. */
export async function findDue(
  { read }: Pick<Database, 'read'>,
  nowMs: number,
  limit: number,
  which: DueTasks,
): Promise<readonly TaskRecord[]> {
  let query = read.selectFrom('task').selectAll().where('is_open', '=', 1).where('next_poll_ms', '<=', nowMs)
  query = query.where('kind', which === 'batches' ? '=' : '!=', 'batch')
  return (await query.orderBy('next_poll_ms').orderBy('id').limit(limit).execute()).map(taskOf)
}

export function taskOf(row: Selectable<TaskRow>): TaskRecord {
  return {
    id: Number(row.id),
    kind: row.kind as TaskKind, // only `rowOf` writes these three columns
    money: row.money as TaskMoney,
    status: row.status as TaskStatus,
    platform: row.platform,
    taskId: row.task_id,
    confirms: row.confirms === 1,
    vendorId: row.vendor_id,
    userId: row.user_id,
    tokenId: row.token_id,
    group: row.group_name,
    channelId: row.channel_id,
    keyId: row.key_id,
    model: row.model,
    action: row.action,
    holdId: row.hold_id,
    quota: Number(row.quota),
    code: row.code,
    progress: row.progress,
    failReason: row.fail_reason,
    prompt: row.prompt,
    result: objectIn(row.result),
    submitMs: Number(row.submit_ms),
    startMs: Number(row.start_ms),
    finishMs: Number(row.finish_ms),
    updatedMs: Number(row.updated_ms),
    isOpen: row.is_open === 1,
    misses: row.misses,
    expiresMs: Number(row.expires_ms),
    hook: row.hook,
    isRemoved: row.is_removed === 1,
  }
}

function objectIn(text: string): TaskResult {
  return JSON.parse(text || '{}') // only printed objects are written here
}

/** It has ended, and the address that came with it was not told. */
const UNTOLD = 2

/** How open a task is, as its row has it. */
export function openness({ status, hook }: Pick<TaskRecord, 'status' | 'hook'>): number {
  if (!isEnd(status)) return 1
  return hook === '' ? 0 : UNTOLD
}

/** A row for a task that was just taken. */
export function rowOf(task: NewTask, money: TaskMoney, quota: number, facts: string, nowMs: number): Insertable<TaskRow> {
  return {
    kind: task.kind,
    platform: task.platform,
    task_id: task.taskId,
    confirms: task.confirms ? 1 : 0,
    vendor_id: task.vendorId,
    user_id: task.userId,
    token_id: task.tokenId,
    group_name: task.group,
    channel_id: task.channelId,
    key_id: task.keyId,
    model: task.model,
    action: task.action,
    hold_id: task.holdId,
    money,
    quota,
    code: task.code,
    status: task.status,
    progress: task.progress,
    fail_reason: task.failReason,
    prompt: task.prompt,
    result: JSON.stringify(task.result),
    facts,
    submit_ms: task.submitMs,
    start_ms: task.startMs,
    finish_ms: task.finishMs,
    updated_ms: nowMs,
    is_open: openness(task),
    next_poll_ms: task.nextPollMs,
    misses: 0,
    expires_ms: task.expiresMs,
    hook: task.hook,
    idempotency_key: task.idempotencyKey ?? null,
    sale: task.sale ?? '',
    is_removed: 0,
  }
}
