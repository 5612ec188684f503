import { channelStatus, tokenStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import type { Database } from '../../../db/database.ts'
import type { UpstreamModelsRow } from '../../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { objectOf } from '../../catalog/routable-channel.ts'
import { lockChannel } from '../keys/channel-key-store.ts'

/** An enabled channel, as far as it decides what is sold. */
export interface Seller {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly prefix: string
  readonly models: readonly string[]
  readonly modelMapping: Readonly<Record<string, unknown>>
}

/** All of them, or the one of this id if it is enabled. */
export async function findSellers(database: Database, id?: number): Promise<Seller[]> {
  const query = database.read
    .selectFrom('channel')
    .select(['id', 'name', 'type', 'models', 'model_prefix', 'model_mapping'])
    .where('status', '=', channelStatus.enabled)
    .orderBy('id')
  const rows = await (id === undefined ? query : query.where('id', '=', id)).execute()
  return rows.map(({ id, name, type, models, model_prefix, model_mapping }) => ({
    ...{ id: Number(id), name, type, prefix: model_prefix },
    models: splitList(models, /[,\n]/),
    modelMapping: objectOf(model_mapping),
  }))
}

/** A token that may call some models only. */
export interface LimitedToken {
  readonly id: number
  readonly name: string
  readonly models: ReadonlySet<string>
}

/** The enabled tokens of a user that are limited to models. */
export async function findLimitedTokens(database: Database, userId: number): Promise<LimitedToken[]> {
  const rows = await database.read
    .selectFrom('token')
    .select(['id', 'name', 'model_limits'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('status', '=', tokenStatus.enabled)
    .where('model_limits_enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, model_limits }) => ({ id: Number(id), name, models: new Set(splitList(model_limits, /,/)) }))
}

/** The list of a vendor as it was last read. */
export interface ReadList {
  readonly channelId: number
  readonly listed: readonly string[]
  readonly lookedAt: number
  readonly failure: string
  readonly failedAt: number
  readonly isDoubtful: boolean
  readonly ignored: readonly string[]
  readonly always: { readonly added: boolean; readonly gone: boolean }
}

/** A channel whose list was never read. */
export const unread: Omit<ReadList, 'channelId'> = {
  ...{ listed: [], lookedAt: 0, failure: '', failedAt: 0, isDoubtful: false, ignored: [] },
  always: { added: false, gone: false },
}

/** The lists that were read, or could not be, by the ids of their channels. */
export async function findReadLists(database: Database): Promise<Map<number, ReadList>> {
  const rows = await database.read.selectFrom('upstream_models').selectAll().execute()
  return new Map(rows.map((row) => [Number(row.channel_id), readList(row)]))
}

export async function findReadList(database: Database, channelId: number): Promise<ReadList> {
  const row = await database.read.selectFrom('upstream_models').selectAll().where('channel_id', '=', channelId).executeTakeFirst()
  return row ? readList(row) : { channelId, ...unread }
}

function readList(row: UpstreamModelsRow): ReadList {
  return {
    ...{ channelId: Number(row.channel_id), listed: namesIn(row.listed), lookedAt: Number(row.looked_at), failure: row.failure },
    ...{ failedAt: Number(row.failed_at), isDoubtful: row.is_doubtful === 1, ignored: namesIn(row.ignored) },
    always: { added: row.applies_added === 1, gone: row.applies_gone === 1 },
  }
}

/** Only the tasks below write these lists. */
function namesIn(text: string): string[] {
  const names: unknown = JSON.parse(text)
  return Array.isArray(names) ? names.map(String) : []
}

type Changes = Partial<Omit<UpstreamModelsRow, 'channel_id'>>
const empty = { listed: '[]', looked_at: 0, failure: '', failed_at: 0, is_doubtful: 0, ignored: '[]', applies_added: 0, applies_gone: 0 }

/** Changes a channel's row, which may be new. The channel is locked, so that two of them do not meet. @throws AppError not_found */
async function change(tx: WriteTx, channelId: number, changes: Changes): Promise<void> {
  await lockChannel(tx, channelId)
  const known = await tx.db.selectFrom('upstream_models').select('channel_id').where('channel_id', '=', channelId).executeTakeFirst()
  if (known) await tx.db.updateTable('upstream_models').set(changes).where('channel_id', '=', channelId).execute()
  else
    await tx.db
      .insertInto('upstream_models')
      .values({ channel_id: channelId, ...empty, ...changes })
      .execute()
}

/** Notes the list of a channel's vendor. @throws AppError not_found */
export const noteList = writeTask<{ channelId: number; listed: readonly string[]; isDoubtful: boolean; ignored: readonly string[] }, null>(
  'channel.upstream-list',
  async (tx, { channelId, listed, isDoubtful, ignored }) => {
    const looked_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const texts = { listed: JSON.stringify(listed), ignored: JSON.stringify(ignored) }
    await change(tx, channelId, { ...texts, looked_at, failure: '', failed_at: 0, is_doubtful: isDoubtful ? 1 : 0 })
    return null
  },
)

/** Notes why the list could not be read; the one before stays. @throws AppError not_found */
export const noteListFailure = writeTask<{ channelId: number; failure: string }, null>(
  'channel.upstream-failure',
  async (tx, { channelId, failure }) => {
    await change(tx, channelId, { failure, failed_at: Math.floor((await tx.sets.nowMs()) / 1000) })
    return null
  },
)

/** Ignores these differences of a channel beside those that are ignored, or no more. @throws AppError not_found */
export const ignoreDifferences = writeTask<{ channelId: number; ids: readonly string[]; isIgnored: boolean }, null>(
  'channel.upstream-ignore',
  async (tx, { channelId, ids, isIgnored }) => {
    await lockChannel(tx, channelId)
    const row = await tx.db.selectFrom('upstream_models').select('ignored').where('channel_id', '=', channelId).executeTakeFirst()
    const before = namesIn(row?.ignored ?? '[]')
    const after = isIgnored ? [...new Set([...before, ...ids])] : before.filter((id) => !ids.includes(id))
    await change(tx, channelId, { ignored: JSON.stringify(after) })
    return null
  },
)

/** @throws AppError not_found */
export const setAlways = writeTask<{ channelId: number; added: boolean; gone: boolean }, null>(
  'channel.upstream-always',
  async (tx, { channelId, added, gone }) => {
    await change(tx, channelId, { applies_added: added ? 1 : 0, applies_gone: gone ? 1 : 0 })
    return null
  },
)

/** Forgets the lists of channels that are gone. */
export const forgetLists = writeTask<null, null>('channel.upstream-forget', async (tx) => {
  await tx.db.deleteFrom('upstream_models').where('channel_id', 'not in', tx.db.selectFrom('channel').select('id')).execute()
  return null
})
