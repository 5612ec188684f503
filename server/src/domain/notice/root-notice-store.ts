// What the super admins are told, in their inboxes and by mail.
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
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

/** A telling that is not repeated so soon. */
export interface OnceTelling extends Telling {
  /** What it is about, such as `channel_update_7_3`; at most 32 characters. */
  readonly kind: string
  readonly pauseSeconds: number
}

/** The same, unless the super admins were told of this kind a short while ago. Whoever calls it has locked what it is about. */
export async function tellRootsOnce(tx: WriteTx, { kind, pauseSeconds, ...telling }: OnceTelling): Promise<void> {
  const [first] = telling.messages
  if (!first) return
  const user_id = first.userId
  const now = Math.floor((await tx.sets.nowMs()) / 1000)
  const last = await tx.db.selectFrom('notice').select('sent_at').where('user_id', '=', user_id).where('kind', '=', kind).executeTakeFirst()
  if (last && now - Number(last.sent_at) < pauseSeconds) return
  if (last) await tx.db.updateTable('notice').set({ sent_at: now }).where('user_id', '=', user_id).where('kind', '=', kind).execute()
  else await tx.db.insertInto('notice').values({ user_id, kind, sent_at: now }).execute()
  await tellRoots(tx, telling)
}

/** Tells the super admins of what is no change in the database. */
export const tellAlone = writeTask<{ telling: Telling }, null>('notice.tell-roots', async (tx, { telling }) => {
  await tellRoots(tx, telling)
  return null
})

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
