// The keys of channels as rows with a state of their own (decision D48). Every writer locks the channel's row first, so that two keys that
// fail together are counted one after the other.
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'
import { locked } from '../../../db/locked.ts'
import { setTable } from '../../../db/set-executor.ts'
import type { ChannelKeyRow } from '../../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { isRowId } from '../../like-pattern.ts'
import { type OnceTelling, tellRootsOnce } from '../../notice/root-notice-store.ts'
import { autoDisabled } from '../health/auto-disabled.ts'

/** A key as it is stored, without its channel. */
export type SealedKey = Pick<ChannelKeyRow, 'key_enc' | 'key_hash' | 'key_tail' | 'row_uid'>

/** Keys that one statement names at most: drivers limit the parameters. */
const MAX_KEYS_PER_STATEMENT = 500

const keyTable = setTable('channel_key', { id: 'int', position: 'int', used_at: 'int' })
const enabled = { status: channelStatus.enabled, status_reason: '', status_at: 0 }

/**
 * Locks a channel until the transaction ends; answers its status.
 * @throws AppError not_found
 */
export async function lockChannel(tx: WriteTx, id: number): Promise<number> {
  const query = tx.db.selectFrom('channel').select('status').where('id', '=', id)
  const row = isRowId(id) ? await locked(tx, query).executeTakeFirst() : undefined
  if (!row) throw new AppError('not_found', { what: 'channel' })
  return row.status
}

/** Replaces a channel's keys by these, in this order. A key that stays keeps its row and its state. */
export async function replaceKeys(tx: WriteTx, channelId: number, keys: readonly SealedKey[]): Promise<void> {
  const stored = await tx.db.selectFrom('channel_key').select(['id', 'key_hash', 'position']).where('channel_id', '=', channelId).execute()
  const byHash = new Map(stored.map((row) => [row.key_hash, row]))
  const kept = keys.flatMap((key, position) => {
    const row = byHash.get(key.key_hash)
    return row ? [{ id: Number(row.id), hasMoved: row.position !== position, position }] : []
  })
  const keptIds = new Set(kept.map(({ id }) => id))
  const gone = stored.map(({ id }) => Number(id)).filter((id) => !keptIds.has(id))
  await tx.sets.deleteByKeys(keyTable, 'id', gone)
  await tx.sets.updateMany(
    keyTable,
    'id',
    ['position'],
    kept.filter(({ hasMoved }) => hasMoved),
  )
  const added = keys.map((key, position) => ({ ...key, channel_id: channelId, position })).filter((key) => !byHash.has(key.key_hash))
  for (const some of chunks(added)) await tx.db.insertInto('channel_key').values(some).execute()
}

/** Enables the keys that the gateway had disabled; those that a person disabled stay so. */
export async function reviveKeys(tx: WriteTx, channelIds: readonly number[]): Promise<void> {
  for (const some of chunks(channelIds)) {
    await tx.db
      .updateTable('channel_key')
      .set(enabled)
      .where('channel_id', 'in', some)
      .where('status', '=', channelStatus.autoDisabled)
      .execute()
  }
}

/** Enables a key of a locked channel that the gateway had disabled; answers whether it was one. */
export async function reviveKey(tx: WriteTx, channelId: number, keyId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('channel_key')
    .set(enabled)
    .where('id', '=', keyId)
    .where('channel_id', '=', channelId)
    .where('status', '=', channelStatus.autoDisabled)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

/** What became of an attempt to disable a key: it was not enabled any more, it was disabled, or the channel's last one was. */
export type AutoDisabled = 'nothing' | 'key' | 'channel'

interface KeyDisabling {
  readonly channelId: number
  readonly keyId: number
  readonly reason: string
  /** What the super admins are told, if the channel was disabled. */
  readonly telling: OnceTelling
  /** The same where others of the channel's keys serve. */
  readonly keyTelling: OnceTelling
}

/**
 * Disables an enabled key with the reason; the channel too when no enabled key is left.
 * @throws AppError not_found
 */
export const autoDisableKey = writeTask<KeyDisabling, AutoDisabled>(
  'channel.auto-disable-key',
  async (tx, { channelId, keyId, reason, telling, keyTelling }) => {
    const status = await lockChannel(tx, channelId)
    const nowSeconds = Math.floor((await tx.sets.nowMs()) / 1000)
    const { numUpdatedRows } = await tx.db
      .updateTable('channel_key')
      .set({ status: channelStatus.autoDisabled, status_reason: reason, status_at: nowSeconds })
      .where('id', '=', keyId)
      .where('channel_id', '=', channelId)
      .where('status', '=', channelStatus.enabled)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return 'nothing'
    if (status !== channelStatus.enabled) return 'key'
    if (await hasEnabledKey(tx, channelId)) {
      await tellRootsOnce(tx, keyTelling)
      return 'key'
    }
    await tx.db.updateTable('channel').set(autoDisabled({ reason }, nowSeconds)).where('id', '=', channelId).execute()
    await tellRootsOnce(tx, telling)
    return 'channel'
  },
)

/**
 * Enables or disables one key by hand; answers whether anything changed. A channel that the gateway disabled because no key was left
 * serves again with the key that is enabled.
 * @throws AppError not_found, or channel_last_key when no key would be left to serve with
 */
export const setKeyStatus = writeTask<{ channelId: number; keyId: number; isEnabled: boolean }, boolean>(
  'channel.set-key-status',
  async (tx, { channelId, keyId, isEnabled }) => {
    const channelIs = await lockChannel(tx, channelId)
    const keys = await tx.db.selectFrom('channel_key').select(['id', 'status']).where('channel_id', '=', channelId).execute()
    const key = keys.find(({ id }) => Number(id) === keyId)
    if (!key) throw new AppError('not_found', { what: 'key' })
    const wanted = isEnabled ? channelStatus.enabled : channelStatus.disabled
    if (key.status === wanted) return false
    const others = keys.filter((one) => one !== key).map(({ status }) => status)
    if (!isEnabled && !others.some((status) => mayServe(status, channelIs))) throw new AppError('channel_last_key')
    const status_at = isEnabled ? 0 : Math.floor((await tx.sets.nowMs()) / 1000)
    await tx.db.updateTable('channel_key').set({ status: wanted, status_reason: '', status_at }).where('id', '=', keyId).execute()
    if (isEnabled && channelIs === channelStatus.autoDisabled && !others.includes(channelStatus.enabled)) await serveAgain(tx, channelId)
    return true
  },
)

/**
 * Puts keys behind those of a channel; those that it has already are left out. A channel that the gateway disabled because no key was left
 * serves again with them.
 * @throws AppError not_found, or channel_key_known when none is new
 */
export const addKeys = writeTask<{ channelId: number; keys: readonly SealedKey[] }, null>(
  'channel.add-keys',
  async (tx, { channelId, keys }) => {
    const channelIs = await lockChannel(tx, channelId)
    const stored = await tx.db
      .selectFrom('channel_key')
      .select(['key_hash', 'position', 'status'])
      .where('channel_id', '=', channelId)
      .execute()
    const known = new Set(stored.map(({ key_hash }) => key_hash))
    const added = keys.filter(({ key_hash }, at) => !known.has(key_hash) && keys.findIndex((key) => key.key_hash === key_hash) === at)
    if (added.length === 0) throw new AppError('channel_key_known', {}, { fields: { key: 'channel_key_known' } })
    const next = Math.max(-1, ...stored.map(({ position }) => position)) + 1
    const rows = added.map((key, at) => ({ ...key, channel_id: channelId, position: next + at }))
    for (const some of chunks(rows)) await tx.db.insertInto('channel_key').values(some).execute()
    if (channelIs === channelStatus.autoDisabled && !stored.some(({ status }) => status === channelStatus.enabled))
      await serveAgain(tx, channelId)
    return null
  },
)

/** @throws AppError not_found, channel_only_key, or channel_last_key when an enabled channel would be left without an enabled key */
export const removeKey = writeTask<{ channelId: number; keyId: number }, null>('channel.remove-key', async (tx, { channelId, keyId }) => {
  const channelIs = await lockChannel(tx, channelId)
  const keys = await tx.db.selectFrom('channel_key').select('id').where('channel_id', '=', channelId).orderBy('position').execute()
  const left = keys.map(({ id }) => Number(id)).filter((id) => id !== keyId)
  if (left.length === keys.length) throw new AppError('not_found', { what: 'key' })
  if (left.length === 0) throw new AppError('channel_only_key')
  await tx.db.deleteFrom('channel_key').where('id', '=', keyId).execute()
  if (channelIs === channelStatus.enabled) await assertKeyLeft(tx, channelId)
  return null
})

/** Enables a channel, without the reason why it was disabled. */
export const serveAgain = (tx: WriteTx, channelId: number) =>
  tx.db.updateTable('channel').set({ status: channelStatus.enabled, other_info: '' }).where('id', '=', channelId).execute()

/** May a key in this state serve: now, where the channel is enabled, or once it is enabled again? */
function mayServe(status: number, channelIs: number): boolean {
  return channelIs === channelStatus.enabled ? status === channelStatus.enabled : status !== channelStatus.disabled
}

/** Has a channel a key that can be used? */
export const hasEnabledKey = async (tx: WriteTx, channelId: number): Promise<boolean> =>
  (await keyStatuses(tx, channelId)).includes(channelStatus.enabled)

/** An enabled channel needs an enabled key. @throws AppError channel_last_key */
export async function assertKeyLeft(tx: WriteTx, channelId: number): Promise<void> {
  const statuses = await keyStatuses(tx, channelId)
  if (statuses.length > 0 && !statuses.includes(channelStatus.enabled)) throw new AppError('channel_last_key')
}

async function keyStatuses(tx: WriteTx, channelId: number): Promise<number[]> {
  const rows = await tx.db.selectFrom('channel_key').select('status').distinct().where('channel_id', '=', channelId).execute()
  return rows.map(({ status }) => status)
}

/** Notes when keys were used last: ids with unix seconds. */
export const noteKeysUsed = writeTask<readonly (readonly [keyId: number, usedAt: number])[], null>(
  'channel.keys-used',
  async (tx, uses) => {
    await tx.sets.updateMany(
      keyTable,
      'id',
      ['used_at'],
      uses.map(([id, used_at]) => ({ id, used_at })),
    )
    return null
  },
)

/** The sealed keys of a channel with their states, in order. */
export async function findKeys(database: Database, channelId: number) {
  if (!isRowId(channelId)) return []
  const rows = await database.read.selectFrom('channel_key').selectAll().where('channel_id', '=', channelId).orderBy('position').execute()
  return rows.map((row) => ({ ...row, id: Number(row.id), status_at: Number(row.status_at), used_at: Number(row.used_at) }))
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MAX_KEYS_PER_STATEMENT) }, (_, at) =>
    items.slice(at * MAX_KEYS_PER_STATEMENT, (at + 1) * MAX_KEYS_PER_STATEMENT),
  )
}
