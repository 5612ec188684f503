import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { ChannelRow, Tables } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
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

/** A stored channel with how many keys it has. */
export type ChannelWithKeyCount = Selectable<ChannelRow> & { readonly key_count: number }

export async function findChannel(database: Database, id: number): Promise<ChannelWithKeyCount | undefined> {
  if (!isRowId(id)) return undefined
  const [found] = await withKeyCounts(database.read, await database.read.selectFrom('channel').selectAll().where('id', '=', id).execute())
  return found
}

/** All channels, in the order in which they were made. */
export async function findAllChannels(database: Database): Promise<ChannelWithKeyCount[]> {
  return withKeyCounts(database.read, await database.read.selectFrom('channel').selectAll().orderBy('id').execute())
}

/** The name of a channel; undefined: there is none. */
export async function findChannelName(database: Database, id: number): Promise<string | undefined> {
  if (!isRowId(id)) return undefined
  return (await database.read.selectFrom('channel').select('name').where('id', '=', id).executeTakeFirst())?.name
}

/** Rows of channels with how many keys each has. */
export async function withKeyCounts<Row extends { id: number }>(db: Kysely<Tables>, rows: Row[]): Promise<(Row & { key_count: number })[]> {
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
