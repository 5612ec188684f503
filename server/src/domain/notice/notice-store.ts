// When users were last told that their balance is low, and what they had when it was last looked at.

import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import { enqueue, type SealedDelivery } from '../outbox/outbox-store.ts'
import type { BalanceMark } from './balance-level.ts'

const KIND = 'quota_exceed'

/** A new mark, and the one that it takes the place of. */
export interface MarkChange {
  readonly userId: number
  readonly before: BalanceMark | null
  readonly mark: BalanceMark
}

export interface Notice extends MarkChange {
  readonly pauseSeconds: number
  readonly deliveries: readonly SealedDelivery[]
}

/**
 * Notes that a user is told, with the new mark, and hands the deliveries to the outbox, in one transaction. False: the last time was not long enough
 * ago, or the balance was looked at elsewhere meanwhile.
 */
export const giveNotice = writeTask<Notice, boolean>('notice.give', async (tx, { userId, before, mark, pauseSeconds, deliveries }) => {
  const now = Math.floor((await tx.sets.nowMs()) / 1000)
  const [last] = await lockedRows(tx, [userId])
  if (last && (now - last.sentAt < pauseSeconds || !isSame(last.mark, before))) return false
  const row = { sent_at: now, ...mark }
  if (last) await tx.db.updateTable('notice').set(row).where('user_id', '=', userId).where('kind', '=', KIND).execute()
  else
    await tx.db
      .insertInto('notice')
      .values({ user_id: userId, kind: KIND, ...row })
      .execute()
  await enqueue(tx, deliveries)
  return true
})

/** Did another node give a user's first notice at the same time? */
export const isRepeatedNotice = (error: unknown): boolean => isRepeatedKey(error, 'notice', 'user_id')

/** Marks what users have now; one that was marked elsewhere meanwhile keeps that mark. */
export const markBalances = writeTask<{ marks: readonly MarkChange[] }, null>('notice.mark-balances', async (tx, { marks }) => {
  const rows = await lockedRows(
    tx,
    marks.map(({ userId }) => userId),
  )
  const added: { user_id: number; kind: string; sent_at: number; balance: number; received: number }[] = []
  for (const { userId, before, mark } of marks) {
    const row = rows.find((one) => one.userId === userId)
    if (!row) added.push({ user_id: userId, kind: KIND, sent_at: 0, ...mark })
    else if (isSame(row.mark, before))
      await tx.db
        .updateTable('notice')
        .set({ ...mark })
        .where('user_id', '=', userId)
        .where('kind', '=', KIND)
        .execute()
  }
  if (added.length > 0) {
    const insert = tx.db.insertInto('notice').values(added)
    await (tx.kind === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())).execute()
  }
  return null
})

/** Rows of these users, locked in one order by all. */
async function lockedRows(tx: WriteTx, userIds: readonly number[]) {
  const query = tx.db
    .selectFrom('notice')
    .select(['user_id', 'sent_at', 'balance', 'received'])
    .where('kind', '=', KIND)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
  const rows = await locked(tx, query).execute()
  return rows.map((row) => ({ userId: Number(row.user_id), sentAt: Number(row.sent_at), mark: markOf(row) }))
}

/** Rows of before marks were kept have none. */
const markOf = ({ balance, received }: { balance: number | null; received: number | null }): BalanceMark | null =>
  balance === null || received === null ? null : { balance: Number(balance), received: Number(received) }

const isSame = (one: BalanceMark | null, other: BalanceMark | null): boolean =>
  one?.balance === other?.balance && one?.received === other?.received

/** A user as a warning about the balance needs them. */
export interface LookedAt {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: string
  /** JSON of `UserSetting`. */
  readonly setting: string
  readonly now: BalanceMark
  /** Null: never looked at. */
  readonly mark: BalanceMark | null
  /** Unix seconds; 0: never. */
  readonly warnedAt: number
}

/** These users, with what they have. */
export async function findBalances(database: Database, userIds: readonly number[]): Promise<LookedAt[]> {
  const rows = await database.read
    .selectFrom('user')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .leftJoin('notice', (join) => join.onRef('notice.user_id', '=', 'user.id').on('notice.kind', '=', KIND))
    .select(['user.id', 'user.username', 'user.email', 'user.language', 'user.setting'])
    .select(['account.posted', 'account.used', 'notice.sent_at', 'notice.balance', 'notice.received'])
    .where('user.id', 'in', userIds.filter(isRowId))
    .where('user.deleted_at', 'is', null)
    .execute()
  return rows.map(({ id, posted, used, sent_at, balance, received, ...person }) => ({
    ...person,
    id: Number(id),
    now: { balance: Number(posted), received: Number(posted) + Number(used) },
    mark: markOf({ balance, received }),
    warnedAt: Number(sent_at ?? 0),
  }))
}
