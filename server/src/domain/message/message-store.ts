import { AppError } from '@waystation/contract/errors'
import type { MessageFormat } from '@waystation/contract/people/message'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { MessageRow } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import { contains } from '../text-search-store.ts'

export interface NewMessage {
  readonly authorId: number
  readonly title: string
  readonly content: string
  readonly format: MessageFormat
  /** Users by their ids, without repeats. */
  readonly userIds: readonly number[]
  /** All users of this group; empty: of none. */
  readonly group: string
  readonly everyone: boolean
}

export type MessageRecord = Selectable<MessageRow>

const missing = () => new AppError('not_found', { what: 'message' })
const nowSeconds = async (tx: WriteTx) => Math.floor((await tx.sets.nowMs()) / 1000)

/**
 * Makes a message with all of its recipients. Closed accounts receive nothing.
 * @throws AppError message_recipient_unknown, or message_group_empty when nobody would receive it
 */
export const createMessage = writeTask<NewMessage, MessageRecord>('message.create', async (tx, draft) => {
  const { authorId, title, content, format, userIds, group, everyone } = draft
  await assertAreUsers(tx, userIds)
  const created_at = await nowSeconds(tx)
  const values = { title, content, format, author_id: authorId, created_at, updated_at: created_at, read_count: 0 }
  const id = await insertedId(tx, tx.db.insertInto('message').values({ ...values, recipient_count: 0 }))
  const chosen = tx.db
    .selectFrom('user')
    .select((user) => [user.val(id).as('message_id'), 'user.id as user_id'])
    .where('deleted_at', 'is', null)
    .where((user) =>
      everyone
        ? user.lit(true)
        : user.or([
            ...(group === '' ? [] : [user('group_name', '=', group)]),
            ...(userIds.length === 0 ? [] : [user('id', 'in', userIds)]),
          ]),
    )
  await tx.db.insertInto('message_recipient').columns(['message_id', 'user_id']).expression(chosen).execute()
  const { count } = await tx.db
    .selectFrom('message_recipient')
    .select((row) => row.fn.countAll().as('count'))
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow()
  const recipient_count = Number(count)
  if (recipient_count === 0) throw new AppError('message_group_empty', { group }, { fields: { group: 'message_group_empty' } })
  await tx.db.updateTable('message').set({ recipient_count }).where('id', '=', id).execute()
  return { ...values, id, recipient_count }
})

/** @throws AppError message_recipient_unknown naming the first few */
async function assertAreUsers(tx: WriteTx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const rows = await tx.db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', userIds.filter(isRowId))
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Set(rows.map(({ id }) => Number(id)))
  const unknown = userIds.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const ids = unknown
    .slice(0, 10)
    .map((id) => `#${id}`)
    .join(', ')
  throw new AppError('message_recipient_unknown', { ids }, { fields: { user_ids: 'message_recipient_unknown' } })
}

export interface MessageChange {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly format?: MessageFormat | undefined
}

/** Changes what a message says. @throws AppError not_found */
export const editMessage = writeTask<MessageChange, { before: MessageRecord; after: MessageRecord }>(
  'message.edit',
  async (tx, { id, title, content, format }) => {
    const before = await tx.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw missing()
    const changed = { title, content, format: format ?? before.format, updated_at: await nowSeconds(tx) }
    await tx.db.updateTable('message').set(changed).where('id', '=', id).execute()
    return { before, after: { ...before, ...changed } }
  },
)

/** Takes a message out of every inbox. @throws AppError not_found */
export const deleteMessage = writeTask<{ id: number }, null>('message.delete', async (tx, { id }) => {
  // The recipients first, in the same order as a reader changes them, so that neither waits for the other.
  await tx.db.deleteFrom('message_recipient').where('message_id', '=', id).execute()
  const { numDeletedRows } = await tx.db.deleteFrom('message').where('id', '=', id).executeTakeFirstOrThrow()
  if (Number(numDeletedRows) === 0) throw missing()
  return null
})

/** Notes that a user read their copy of a message; the first time stays. @throws AppError not_found */
export const readMessage = writeTask<{ id: number; userId: number }, null>('message.read', async (tx, { id, userId }) => {
  const { numUpdatedRows } = await tx.db
    .updateTable('message_recipient')
    .set({ read_at: await nowSeconds(tx) })
    .where('message_id', '=', id)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) > 0) {
    await tx.db
      .updateTable('message')
      .set((row) => ({ read_count: row('read_count', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return null
  }
  const copy = await tx.db
    .selectFrom('message_recipient')
    .select('user_id')
    .where('message_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!copy) throw missing()
  return null
})

/** What one statement names: the databases bound how many values it may have. */
const IDS_AT_ONCE = 1000

/** Notes that a user read all of their copies. */
export const readAllMessages = writeTask<{ userId: number }, null>('message.read_all', async (tx, { userId }) => {
  // Locked, so that none of them is read meanwhile and counted twice.
  const unread = tx.db.selectFrom('message_recipient').select('message_id').where('user_id', '=', userId).where('read_at', 'is', null)
  const rows = await locked(tx, unread.orderBy('message_id')).execute()
  const read_at = await nowSeconds(tx)
  for (let at = 0; at < rows.length; at += IDS_AT_ONCE) {
    const ids = rows.slice(at, at + IDS_AT_ONCE).map(({ message_id }) => Number(message_id))
    await tx.db.updateTable('message_recipient').set({ read_at }).where('user_id', '=', userId).where('message_id', 'in', ids).execute()
    await tx.db
      .updateTable('message')
      .set((row) => ({ read_count: row('read_count', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }
  return null
})

interface Page {
  readonly offset: number
  readonly limit: number
}

/** A user's copies of messages, newest first. */
export async function findInbox(database: Database, filter: { readonly userId: number; readonly id?: number }, page: Page) {
  let query = database.read
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .selectAll('message')
    .select('message_recipient.read_at')
    .where('message_recipient.user_id', '=', filter.userId)
  if (filter.id !== undefined) query = query.where('message_recipient.message_id', '=', filter.id)
  return query.orderBy('message_recipient.message_id', 'desc').limit(page.limit).offset(page.offset).execute()
}

/** How many copies a user has: all, or those that are unread. */
export async function countInbox(database: Database, userId: number, which: 'all' | 'unread'): Promise<number> {
  let query = database.read
    .selectFrom('message_recipient')
    .select((row) => row.fn.countAll().as('count'))
    .where('user_id', '=', userId)
  if (which === 'unread') query = query.where('read_at', 'is', null)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

export interface MessageFilter {
  readonly id?: number
  /** A part of title or content; capitals do not matter. */
  readonly keyword?: string
  /** Unix seconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

function sentMessages(database: Database, { id, keyword = '', from, to }: MessageFilter) {
  let query = database.read.selectFrom('message')
  if (id !== undefined) query = query.where('id', '=', id)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<=', to)
  if (keyword === '') return query
  return query.where((row) => row.or([contains('title', keyword), contains('content', keyword)]))
}

/** Messages as their senders see them, newest first. */
export async function findMessages(database: Database, filter: MessageFilter, page: Page): Promise<MessageRecord[]> {
  return sentMessages(database, filter).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
}

export async function countMessages(database: Database, filter: MessageFilter): Promise<number> {
  const counted = sentMessages(database, filter).select((row) => row.fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** The recipients of a message by id, with the names they have today. */
export async function findRecipients(database: Database, messageId: number, page: Page) {
  return database.read
    .selectFrom('message_recipient')
    .leftJoin('user', 'user.id', 'message_recipient.user_id')
    .select(['message_recipient.user_id', 'message_recipient.read_at', 'user.username', 'user.display_name'])
    .where('message_recipient.message_id', '=', messageId)
    .orderBy('message_recipient.user_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export interface CandidateFilter {
  /** An id, or a part of the username or display name; capitals do not matter. */
  readonly keyword: string
  /** A whole group; empty: any. */
  readonly group: string
}

function candidates(database: Database, { keyword, group }: CandidateFilter) {
  let query = database.read.selectFrom('user').where('deleted_at', 'is', null)
  if (group !== '') query = query.where('group_name', '=', group)
  if (keyword === '') return query
  const isId = /^\d{1,10}$/.test(keyword) && isRowId(Number(keyword))
  return query.where((user) =>
    user.or([...(isId ? [user('id', '=', Number(keyword))] : []), contains('username', keyword), contains('display_name', keyword)]),
  )
}

/** Users who can receive a message, newest first. */
export async function findCandidates(database: Database, filter: CandidateFilter, page: Page) {
  return candidates(database, filter)
    .select(['id', 'username', 'display_name', 'group_name'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countCandidates(database: Database, filter: CandidateFilter): Promise<number> {
  const counted = candidates(database, filter).select((user) => user.fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
