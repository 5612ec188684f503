// What the super admins are told, in their inboxes and by mail.
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { createMessage } from '../message/message-store.ts'
import { enqueue, type SealedDelivery } from '../outbox/outbox-store.ts'

/** Composed before the transaction of what it tells about, since the thread that writes holds no keys. */
export interface Telling {
  readonly messages: readonly { readonly userId: number; readonly title: string; readonly content: string }[]
  readonly deliveries: readonly SealedDelivery[]
}

/** Puts a telling into inboxes and the outbox. Used inside tasks. */
export async function tellRoots(tx: WriteTx, { messages, deliveries }: Telling): Promise<void> {
  for (const { userId, title, content } of messages) {
    const words = { title, content, format: 'plain' as const, group: '', everyone: false }
    await createMessage.run(tx, { ...words, authorId: 0, userIds: [userId] })
  }
  await enqueue(tx, deliveries)
}

/** A telling that is not repeated so soon, on whichever node. */
export interface OnceTelling extends Telling {
  /** What it is about, such as `channel_update_7_3`; at most 190 characters. */
  readonly identity: string
  /** null: it is never repeated, unless it is forgotten. */
  readonly pauseSeconds: number | null
}

/** The same, unless the super admins were told of this a short while ago. Whoever calls it has locked what it is about. */
export async function tellRootsOnce(tx: WriteTx, { identity, pauseSeconds, ...telling }: OnceTelling): Promise<void> {
  if (telling.messages.length === 0) return
  const told_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const last = await tx.db.selectFrom('root_notice').select('told_at').where('identity', '=', identity).executeTakeFirst()
  if (last && (pauseSeconds === null || told_at - Number(last.told_at) < pauseSeconds)) return
  if (last) await tx.db.updateTable('root_notice').set({ told_at }).where('identity', '=', identity).execute()
  else await tx.db.insertInto('root_notice').values({ identity, told_at }).execute()
  await tellRoots(tx, telling)
}

/** Forgets that the super admins were told, since it is over: the next time they are told again. */
export async function forgetTold(tx: WriteTx, identity: string): Promise<void> {
  await tx.db.deleteFrom('root_notice').where('identity', '=', identity).execute()
}

/** Tells the super admins of what is no change in the database. */
export const tellAlone = writeTask<{ telling: Telling }, null>('notice.tell-roots', async (tx, { telling }) => {
  await tellRoots(tx, telling)
  return null
})

/** Which of these were told already. */
export async function findTold(database: Database, identities: readonly string[]): Promise<Set<string>> {
  if (identities.length === 0) return new Set()
  const rows = await database.read.selectFrom('root_notice').select('identity').where('identity', 'in', identities).execute()
  return new Set(rows.map(({ identity }) => identity))
}

/** Tells the super admins what none of these identities was told of. It fails where another node tells one of them at the same time. */
export const tellAll = writeTask<{ identities: readonly string[]; telling: Telling }, null>(
  'notice.tell-all',
  async (tx, { identities, telling }) => {
    const told_at = Math.floor((await tx.sets.nowMs()) / 1000)
    await tx.db
      .insertInto('root_notice')
      .values(identities.map((identity) => ({ identity, told_at })))
      .execute()
    await tellRoots(tx, telling)
    return null
  },
)

/** Did another node tell it first? */
export const isToldTwice = (error: unknown): boolean => isRepeatedKey(error, 'root_notice', 'identity')

/** A super admin as a telling needs them. */
export interface Root {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: string
  /** JSON of `UserSetting`. */
  readonly setting: string
}

export async function findRoots(database: Database): Promise<Root[]> {
  const rows = await database.read
    .selectFrom('user')
    .select(['id', 'username', 'email', 'language', 'setting'])
    .where('role', '=', role.root)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
