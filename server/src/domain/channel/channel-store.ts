import type { TestResult } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { ChannelRow, Tables } from '../../db/tables.ts'
import { insertedId, writeTask } from '../../db/write-task.ts'
import { containsPattern, isRowId } from '../like-pattern.ts'
import { assertKeyLeft, lockChannel, replaceKeys, reviveKeys, type SealedKey } from './channel-key-store.ts'

export type ChannelColumns = Omit<
  ChannelRow,
  'id' | 'response_time_ms' | 'test_failure' | 'balance' | 'balance_currency' | 'used_quota' | 'created_at' | 'tested_at' | 'balance_at'
>

export const createChannel = writeTask<{ columns: ChannelColumns; keys: readonly SealedKey[] }, number>(
  'channel.create',
  async (tx, { columns, keys }) => {
    const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const id = await insertedId(tx, 'channel', {
      ...columns,
      response_time_ms: 0,
      balance: '0',
      used_quota: 0,
      created_at,
      tested_at: 0,
      balance_at: 0,
    })
    await replaceKeys(tx, id, keys)
    return id
  },
)

export interface ChannelChange {
  readonly id: number
  readonly columns: Partial<ChannelColumns>
  readonly keys?: readonly SealedKey[]
  /** Enabled again, the channel leaves those keys disabled that the gateway had disabled. */
  readonly keepsKeys?: boolean
}

/**
 * Changes what is given; with keys, they take the place of all former ones, and those that stay keep their state. A channel that is enabled
 * again gets back the keys that the gateway had disabled.
 * @throws AppError not_found (BUG-18), or channel_last_key when an enabled channel would be left without an enabled key
 */
export const changeChannel = writeTask<ChannelChange, null>('channel.change', async (tx, { id, columns, keys, keepsKeys = false }) => {
  const before = await lockChannel(tx, id)
  const after = columns.status ?? before
  const isEnabledAgain = after === channelStatus.enabled && before !== after
  if (Object.keys(columns).length > 0) await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
  if (keys) await replaceKeys(tx, id, keys)
  if (isEnabledAgain && !keepsKeys) await reviveKeys(tx, [id])
  if (after === channelStatus.enabled && (keys || isEnabledAgain)) await assertKeyLeft(tx, id)
  return null
})

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
export type ChannelWithKeyCount = Awaited<ReturnType<typeof findChannels>>[number]

/** Channels with how many keys they have. */
export async function findChannels(database: Database, filter: ChannelFilter, page: ChannelPage) {
  return withKeyCounts(
    database,
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
  return { rows: await withKeyCounts(database, rows), total }
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
  const [found] = await withKeyCounts(database, await database.read.selectFrom('channel').selectAll().where('id', '=', id).execute())
  return found
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

async function withKeyCounts<Row extends { id: number }>(database: Database, rows: Row[]): Promise<(Row & { key_count: number })[]> {
  if (rows.length === 0) return []
  const counts = await database.read
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
