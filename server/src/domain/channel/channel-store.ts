import type { TestResult } from '@waystation/contract/channels/channel'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { type ExpressionBuilder, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { ChannelRow, Tables } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { containsPattern, isRowId } from '../like-pattern.ts'
import { assertKeyLeft, lockChannel, replaceKeys, reviveKeys, type SealedKey } from './keys/channel-key-store.ts'

/** The columns that a draft sets. */
export type ChannelColumns = Omit<
  Selectable<ChannelRow>,
  'id' | 'response_time_ms' | 'test_failure' | 'balance' | 'balance_currency' | 'used_quota' | 'created_at' | 'tested_at' | 'balance_at'
>

/** Makes a channel with its keys; answers its row. */
export const createChannel = writeTask<{ columns: ChannelColumns; keys: readonly SealedKey[] }, ChannelWithKeyCount>(
  'channel.create',
  async (tx, { columns, keys }) => {
    const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const values = {
      ...columns,
      response_time_ms: 0,
      test_failure: '',
      balance: '0',
      balance_currency: '',
      used_quota: 0,
      created_at,
      tested_at: 0,
      balance_at: 0,
    }
    const id = await insertedId(tx, tx.db.insertInto('channel').values(values))
    await replaceKeys(tx, id, keys)
    return { ...values, id, key_count: keys.length }
  },
)

/**
 * A channel's row, locked until the transaction ends.
 * @throws AppError not_found (BUG-18)
 */
export async function lockChannelRow(tx: WriteTx, id: number): Promise<ChannelWithKeyCount> {
  const query = tx.db.selectFrom('channel').selectAll().where('id', '=', id)
  const rows = isRowId(id) ? await locked(tx, query).execute() : []
  const [row] = await withKeyCounts(tx.db, rows)
  if (!row) throw new AppError('not_found', { what: 'channel' })
  return row
}

export interface ChannelChange {
  readonly columns: Partial<ChannelColumns>
  readonly keys?: readonly SealedKey[] | undefined
  /** Enabled again, the channel leaves those keys disabled that the gateway had disabled. */
  readonly keepsKeys?: boolean
}

/**
 * Changes what is given of a locked channel; with keys, they take the place of all former ones, and those that stay keep their state. A
 * channel that is enabled again gets back the keys that the gateway had disabled. Answers the row as it is then.
 * @throws AppError channel_last_key when an enabled channel would be left without an enabled key
 */
export async function changeLockedChannel(
  tx: WriteTx,
  before: ChannelWithKeyCount,
  { columns, keys, keepsKeys = false }: ChannelChange,
): Promise<ChannelWithKeyCount> {
  const id = Number(before.id)
  const after = { ...before, ...columns, ...(keys && { key_count: keys.length }) }
  const isEnabledAgain = after.status === channelStatus.enabled && before.status !== after.status
  if (Object.keys(columns).length > 0) await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
  if (keys) await replaceKeys(tx, id, keys)
  if (isEnabledAgain && !keepsKeys) await reviveKeys(tx, [id])
  if (after.status === channelStatus.enabled && (keys || isEnabledAgain)) await assertKeyLeft(tx, id)
  return after
}

/** @throws AppError not_found */
export const deleteChannel = writeTask<{ id: number }, null>('channel.delete', async (tx, { id }) => {
  await lockChannel(tx, id)
  await tx.db.deleteFrom('channel_key').where('channel_id', '=', id).execute()
  await tx.db.deleteFrom('channel').where('id', '=', id).execute()
  return null
})

/** Notes how a test went: also a failed one takes time. `failure` is empty when it went well. */
export const noteChannelTest = writeTask<{ id: number; responseMs: number; failure: string }, null>(
  'channel.tested',
  async (tx, { id, responseMs, failure }) => {
    const tested_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const columns = { response_time_ms: responseMs, tested_at, test_failure: failure }
    await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
    return null
  },
)

export interface ChannelFilter {
  /** An id, a part of the name, or a whole key. */
  readonly keyword?: { readonly text: string; readonly keyHash: string } | undefined
  /** A whole group. */
  readonly group?: string | undefined
  /** A part of a model's name. */
  readonly model?: string | undefined
  readonly status?: number | undefined
  readonly tested?: TestResult | undefined
}

export interface ChannelPage {
  readonly offset: number
  readonly limit: number
  /** By id, newest first; else by priority. */
  readonly byId: boolean
}

/** A stored channel with how many keys it has. */
export type ChannelWithKeyCount = Selectable<ChannelRow> & { readonly key_count: number }

/** Channels with how many keys they have. */
export async function findChannels(database: Database, filter: ChannelFilter, page: ChannelPage) {
  return withKeyCounts(
    database.read,
    await ordered(filtered(database, filter), page.byId).selectAll().limit(page.limit).offset(page.offset).execute(),
  )
}

/**
 * A page of the tag view: tags by name with all their channels. A tag counts as one entry of the page however many channels it has; channels
 * without a tag are not in it (server-behaviour 1.4).
 */
export async function findChannelsByTag(database: Database, filter: ChannelFilter, page: ChannelPage) {
  const [names, total] = await Promise.all([findTags(database, filter, page), countTags(database, filter)])
  const query = ordered(filtered(database, filter), page.byId).selectAll()
  const rows = names.length === 0 ? [] : await query.where('tag', 'in', names).execute()
  return { rows: await withKeyCounts(database.read, rows), total }
}

async function findTags(database: Database, filter: ChannelFilter, page: ChannelPage): Promise<string[]> {
  const rows = await filtered(database, filter)
    .select('tag')
    .distinct()
    .where('tag', '<>', '')
    .orderBy('tag')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map(({ tag }) => tag)
}

async function countTags(database: Database, filter: ChannelFilter): Promise<number> {
  const { count } = await filtered(database, filter)
    .where('tag', '<>', '')
    .select((expression) => expression.fn.count('tag').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countChannels(database: Database, filter: ChannelFilter): Promise<number> {
  const { count } = await filtered(database, filter)
    .select((expression) => expression.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findChannel(database: Database, id: number): Promise<ChannelWithKeyCount | undefined> {
  if (!isRowId(id)) return undefined
  const [found] = await withKeyCounts(database.read, await database.read.selectFrom('channel').selectAll().where('id', '=', id).execute())
  return found
}

/** The name of a channel; undefined: there is none. */
export async function findChannelName(database: Database, id: number): Promise<string | undefined> {
  if (!isRowId(id)) return undefined
  return (await database.read.selectFrom('channel').select('name').where('id', '=', id).executeTakeFirst())?.name
}

function filtered(database: Database, filter: ChannelFilter) {
  let query = database.read.selectFrom('channel')
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.tested !== undefined) query = query.where((expression) => isTested(expression, filter.tested))
  if (filter.model) query = query.where(sql<boolean>`lower(${sql.ref('models')}) like ${containsPattern(filter.model)} escape '!'`)
  if (filter.group) {
    query = query.where(
      sql<boolean>`lower(concat(',', ${sql.ref('group_names')}, ',')) like ${containsPattern(`,${filter.group},`)} escape '!'`,
    )
  }
  const { keyword } = filter
  if (keyword && keyword.text !== '') {
    const id = /^\d{1,10}$/.test(keyword.text) && isRowId(Number(keyword.text)) ? Number(keyword.text) : -1
    query = query.where((expression) =>
      expression.or([
        expression('id', '=', id),
        sql<boolean>`lower(${sql.ref('name')}) like ${containsPattern(keyword.text)} escape '!'`,
        expression('id', 'in', expression.selectFrom('channel_key').select('channel_id').where('key_hash', '=', keyword.keyHash)),
      ]),
    )
  }
  return query
}

function isTested(expression: ExpressionBuilder<Tables, 'channel'>, result: TestResult | undefined) {
  if (result === 'none') return expression('tested_at', '=', 0)
  if (result === 'failed') return expression('test_failure', '<>', '')
  return expression.and([expression('tested_at', '>', 0), expression('test_failure', '=', '')])
}

function ordered<Output>(query: SelectQueryBuilder<Tables, 'channel', Output>, byId: boolean) {
  return (byId ? query : query.orderBy('priority', 'desc')).orderBy('id', 'desc')
}

async function withKeyCounts<Row extends { id: number }>(db: Kysely<Tables>, rows: Row[]): Promise<(Row & { key_count: number })[]> {
  if (rows.length === 0) return []
  const counts = await db
    .selectFrom('channel_key')
    .select(['channel_id', (expression) => expression.fn.countAll().as('count')])
    .where(
      'channel_id',
      'in',
      rows.map((row) => Number(row.id)),
    )
    .groupBy('channel_id')
    .execute()
  const byChannel = new Map(counts.map(({ channel_id, count }) => [Number(channel_id), Number(count)]))
  return rows.map((row) => ({ ...row, key_count: byChannel.get(Number(row.id)) ?? 0 }))
}
