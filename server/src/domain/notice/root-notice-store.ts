// What the super admins are told, in their inboxes and by mail.
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { WriteTx } from '../../db/write-task.ts'
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
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
