// Who wants their statements by mail, and which month each was mailed last.
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { enqueue, type SealedDelivery } from '../outbox/outbox-store.ts'

/** Notes that a user, whose record is locked, wants their statements by mail from now on, or no longer. */
export async function subscribe(tx: WriteTx, { userId, isOn }: { readonly userId: number; readonly isOn: boolean }): Promise<void> {
  await tx.db.deleteFrom('statement_mail').where('user_id', '=', userId).execute()
  if (!isOn) return
  const since = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.insertInto('statement_mail').values({ user_id: userId, since, last_month: '' }).execute()
}

/** A user whose statement is to be mailed. */
export interface StatementReader {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly email: string
  readonly language: string
  /** JSON of `UserSetting`. */
  readonly setting: string
}

/** Those who wanted it before the month was over and have not been seen to, by id. @param month its name, and the first second after it */
export async function findReaders(
  database: Database,
  { name, end }: { readonly name: string; readonly end: number },
  page: { readonly afterId: number; readonly limit: number },
): Promise<StatementReader[]> {
  const rows = await database.read
    .selectFrom('statement_mail')
    .innerJoin('user', 'user.id', 'statement_mail.user_id')
    .select(['user.id', 'user.username', 'user.role', 'user.email', 'user.language', 'user.setting'])
    .where('statement_mail.last_month', '<', name)
    .where('statement_mail.since', '<', end)
    .where('statement_mail.user_id', '>', page.afterId)
    .where('user.deleted_at', 'is', null)
    .orderBy('statement_mail.user_id')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id), role: Number(row.role) }))
}

/** Notes that a user's month was seen to, and hands its mail to the outbox. False: it was before, or is no longer wanted. */
export const mailStatement = writeTask<{ userId: number; month: string; deliveries: readonly SealedDelivery[] }, boolean>(
  'statement.mail',
  async (tx, { userId, month, deliveries }) => {
    const query = tx.db.selectFrom('statement_mail').select('last_month').where('user_id', '=', userId)
    const row = await locked(tx, query).executeTakeFirst()
    if (!row || row.last_month >= month) return false
    await tx.db.updateTable('statement_mail').set({ last_month: month }).where('user_id', '=', userId).execute()
    await enqueue(tx, deliveries)
    return true
  },
)
