import type { MendedChannels } from '@waystation/contract/channels/channel'
import { hasTags, replaceTags, TAGS_MAX } from '@waystation/contract/channels/channel-tags'
import type { RunScope } from '@waystation/contract/channels/state/test-run'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { listItems } from '@waystation/contract/values/codec'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import type { ChannelColumns } from './channel-store.ts'
import { reviveKeys } from './keys/channel-key-store.ts'

/** What may be changed on every channel of a tag. */
export type ManyColumns = Partial<Omit<ChannelColumns, 'name' | 'type' | 'base_url' | 'other' | 'setting'>>

/** Deletes channels with their keys; answers how many of them there were. */
export const deleteChannels = writeTask<{ ids: readonly number[] }, number>('channel.delete-many', (tx, { ids }) =>
  deleteAll(tx, ids.filter(isRowId)),
)

/** Deletes every channel that is not enabled. */
export const deleteDisabledChannels = writeTask<null, number>('channel.delete-disabled', async (tx) => {
  const query = tx.db.selectFrom('channel').select('id').where('status', '<>', channelStatus.enabled)
  const rows = await locked(tx, query).execute()
  return deleteAll(
    tx,
    rows.map(({ id }) => Number(id)),
  )
})

/** Gives channels a tag, or takes it away; answers how many of them there are. */
export const tagChannels = writeTask<{ ids: readonly number[]; tag: string }, number>('channel.tag-many', async (tx, { ids, tag }) => {
  const known = ids.filter(isRowId)
  if (known.length === 0) return 0
  const found = await tx.db.selectFrom('channel').select('id').where('id', 'in', known).execute()
  await tx.db.updateTable('channel').set({ tag }).where('id', 'in', known).execute()
  return found.length
})

/**
 * Changes every channel of a tag, or of several that it has all of; answers how many there are. Tags that are set take the place of these, and
 * others stay. Those that are enabled again get back the keys that the gateway disabled.
 */
export const changeTagged = writeTask<{ tag: string; columns: ManyColumns }, number>('channel.change-tag', async (tx, { tag, columns }) => {
  const query = tx.db.selectFrom('channel').select(['id', 'status', 'tag']).where('tag', '<>', '')
  const rows = (await locked(tx, query).execute()).filter((row) => hasTags(row.tag, tag))
  const idsOf = (text: string) => rows.filter((row) => row.tag === text).map(({ id }) => Number(id))
  for (const text of new Set(rows.map((row) => row.tag))) {
    const set = columns.tag === undefined ? columns : { ...columns, tag: assertTags(replaceTags(text, tag, columns.tag)) }
    await tx.db.updateTable('channel').set(set).where('id', 'in', idsOf(text)).execute()
  }
  if (columns.status === channelStatus.enabled) {
    const enabledAgain = rows.filter(({ status }) => status !== channelStatus.enabled)
    await reviveKeys(
      tx,
      enabledAgain.map(({ id }) => Number(id)),
    )
  }
  return rows.length
})

export interface StatusChange {
  readonly ids: readonly number[]
  readonly isEnabled: boolean
  /** Enabled again, they leave those keys disabled that the gateway had disabled: for taking a disabling back. */
  readonly keepsKeys: boolean
}

/** Ids of channels that are enabled or disabled now, and of those that have no key to be enabled with. */
export interface StatusChanged {
  readonly changed: number[]
  readonly left_out: number[]
}

/** Enables channels, or disables those that are enabled: what the gateway has disabled stays so, with its reason. Unknown ids are passed over. */
export const setManyStatus = writeTask<StatusChange, StatusChanged>(
  'channel.set-status-many',
  async (tx, { ids, isEnabled, keepsKeys }) => {
    const known = ids.filter(isRowId)
    if (known.length === 0) return { changed: [], left_out: [] }
    const query = tx.db
      .selectFrom('channel')
      .select('id')
      .where('id', 'in', known)
      .where('status', isEnabled ? '<>' : '=', channelStatus.enabled)
      .orderBy('id')
    const found = (await locked(tx, query).execute()).map(({ id }) => Number(id))
    if (isEnabled && !keepsKeys) await reviveKeys(tx, found)
    const keyless = isEnabled ? await withoutEnabledKey(tx, found) : []
    const changed = found.filter((id) => !keyless.includes(id))
    const columns = isEnabled ? { status: channelStatus.enabled, other_info: '' } : { status: channelStatus.disabled }
    if (changed.length > 0) await tx.db.updateTable('channel').set(columns).where('id', 'in', changed).execute()
    return { changed, left_out: keyless }
  },
)

/** Those that have keys, of which none is enabled. */
async function withoutEnabledKey(tx: WriteTx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.db
    .selectFrom('channel_key')
    .select(['channel_id', 'status'])
    .where('channel_id', 'in', ids)
    .groupBy(['channel_id', 'status'])
    .execute()
  const served = new Set(rows.filter(({ status }) => status === channelStatus.enabled).map(({ channel_id }) => Number(channel_id)))
  return [...new Set(rows.map(({ channel_id }) => Number(channel_id)))].filter((id) => !served.has(id))
}

/** Mends what imports and changes by hand leave behind; answers how much of it there was. */
export const mendChannels = writeTask<null, MendedChannels>('channel.mend', async (tx) => {
  const query = tx.db.selectFrom('channel').select(['id', 'status', 'models', 'group_names', 'tag', 'other_info'])
  const rows = await locked(tx, query).execute()
  const mended = { lists: 0, keys: 0, reasons: 0 }
  for (const { id, status, models, group_names, tag, other_info } of rows) {
    const lists = { models: tidyList(models), group_names: tidyList(group_names) || 'default', tag: tidyList(tag) }
    const isUntidy = lists.models !== models || lists.group_names !== group_names || lists.tag !== tag
    const hasOldReason = status === channelStatus.enabled && other_info !== ''
    mended.lists += isUntidy ? 1 : 0
    mended.reasons += hasOldReason ? 1 : 0
    const columns = { ...(isUntidy && lists), ...(hasOldReason && { other_info: '' }) }
    if (isUntidy || hasOldReason) await tx.db.updateTable('channel').set(columns).where('id', '=', Number(id)).execute()
  }
  const known = new Set(rows.map(({ id }) => Number(id)))
  const keys = await tx.db.selectFrom('channel_key').select('channel_id').distinct().execute()
  const gone = keys.map(({ channel_id }) => Number(channel_id)).filter((id) => !known.has(id))
  if (gone.length > 0) {
    const { numDeletedRows } = await tx.db.deleteFrom('channel_key').where('channel_id', 'in', gone).executeTakeFirstOrThrow()
    mended.keys = Number(numDeletedRows)
  }
  return mended
})

const tidyList = (text: string): string => listItems(text).join(',')

/** @throws AppError field_too_long */
function assertTags(text: string): string {
  if (text.length > TAGS_MAX) throw new AppError('field_too_long', {}, { fields: { new_tag: 'field_too_long' } })
  return text
}

async function deleteAll(tx: WriteTx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  await tx.db.deleteFrom('channel_key').where('channel_id', 'in', ids).execute()
  const { numDeletedRows } = await tx.db.deleteFrom('channel').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many channels there are of each status. */
export async function countByStatus(database: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await database.read
    .selectFrom('channel')
    .select(['status', (expression) => expression.fn.countAll().as('count')])
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [Number(status), Number(count)]))
}

/** How many channels failed their last test. */
export async function countTestFailed(database: Database): Promise<number> {
  const { count } = await database.read
    .selectFrom('channel')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('test_failure', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Every channel of a tag, by name. The empty tag has none. */
export async function findTagged(database: Database, tag: string): Promise<{ id: number; name: string; status: number }[]> {
  const query = database.read.selectFrom('channel').select(['id', 'name', 'status', 'tag']).where('tag', '<>', '').orderBy('name')
  const rows = (await query.execute()).filter((row) => hasTags(row.tag, tag))
  return rows.map(({ id, name, status }) => ({ id: Number(id), name, status }))
}

/** Ids of the channels of a scope, best priority first. */
export async function findChannelIds(database: Database, { only, tag }: RunScope): Promise<number[]> {
  let query = database.read.selectFrom('channel').select(['id', 'tag']).orderBy('priority', 'desc').orderBy('id', 'desc')
  if (only === 'disabled') query = query.where('status', '<>', channelStatus.enabled)
  const rows = await query.execute()
  return rows.filter((row) => tag === '' || hasTags(row.tag, tag)).map(({ id }) => Number(id))
}
