// Channels as they move in, with their keys and the states of these.
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { createChannel } from '../channel/channel-store.ts'
import { findCarried, noteCarried } from './carried-store.ts'
import type { MovingChannel, Outcome } from './goods.ts'

interface Batch {
  readonly source: string
  readonly channels: readonly MovingChannel[]
}

/** What would become of these channels. Reads only. */
export async function planChannels(db: Kysely<Tables>, { source, channels }: Batch): Promise<Outcome[]> {
  const carried = await findCarried(
    db,
    { source, kind: 'channel' },
    channels.map(({ id }) => id),
  )
  const outcomes: Outcome[] = []
  for (const channel of channels) {
    const { id } = channel
    const before = carried.get(id)
    if (before) outcomes.push({ id, how: 'carried', targetId: before.targetId, quota: null, notes: [] })
    else {
      const same = await findSame(db, channel)
      outcomes.push(
        same === undefined
          ? { id, how: 'new', targetId: 0, quota: null, notes: [] }
          : { id, how: 'known', targetId: same, quota: null, notes: ['channel_known'] },
      )
    }
  }
  return outcomes
}

/** A channel of the same name, type, address and keys. */
async function findSame(db: Kysely<Tables>, { columns, keys }: MovingChannel): Promise<number | undefined> {
  const rows = await db
    .selectFrom('channel')
    .select('id')
    .where('name', '=', columns.name)
    .where('type', '=', columns.type)
    .where('base_url', '=', columns.base_url)
    .execute()
  for (const { id } of rows) {
    const stored = await db.selectFrom('channel_key').select('key_hash').where('channel_id', '=', Number(id)).execute()
    const hashes = new Set(stored.map(({ key_hash }) => key_hash))
    if (hashes.size === keys.length && keys.every(({ key_hash }) => hashes.has(key_hash))) return Number(id)
  }
  return undefined
}

/** Carries channels, each once. */
export const carryChannels = writeTask<Batch, Outcome[]>('import.channels', async (tx, batch) => {
  const { source, channels } = batch
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const outcomes: Outcome[] = []
  for (const plan of await planChannels(tx.db, batch)) {
    const channel = byId.get(plan.id)
    outcomes.push(plan.how === 'new' && channel ? { ...plan, targetId: await insertChannel(tx, channel) } : plan)
  }
  await noteCarried(
    tx,
    { source, kind: 'channel' },
    outcomes.filter(({ how }) => how !== 'carried'),
  )
  return outcomes
})

async function insertChannel(tx: WriteTx, { columns, keys, keyStatuses, createdAt, usedQuota }: MovingChannel): Promise<number> {
  const { id, created_at } = await createChannel.run(tx, { columns, keys })
  const facts = { used_quota: usedQuota, created_at: createdAt > 0 ? createdAt : created_at }
  await tx.db.updateTable('channel').set(facts).where('id', '=', id).execute()
  for (const [position, status] of Object.entries(keyStatuses)) {
    const change = { status, status_at: created_at }
    await tx.db.updateTable('channel_key').set(change).where('channel_id', '=', id).where('position', '=', Number(position)).execute()
  }
  return id
}
