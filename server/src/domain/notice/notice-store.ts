// When a user was last told of something, so that it is not told again too soon.

import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import { enqueue, type SealedDelivery } from '../outbox/outbox-store.ts'

export interface Notice {
  readonly userId: number
  /** What it is about, such as `quota_exceed`. */
  readonly kind: string
  readonly pauseSeconds: number
  readonly deliveries: readonly SealedDelivery[]
}

/** Notes a notice and hands its deliveries to the outbox, in one transaction. False: the last one was not long enough ago. */
export const giveNotice = writeTask<Notice, boolean>('notice.give', async (tx, { userId, kind, pauseSeconds, deliveries }) => {
  const now = Math.floor((await tx.sets.nowMs()) / 1000)
  const query = tx.db.selectFrom('notice').select('sent_at').where('user_id', '=', userId).where('kind', '=', kind)
  const last = await locked(tx, query).executeTakeFirst()
  if (last && now - Number(last.sent_at) < pauseSeconds) return false
  if (last) await tx.db.updateTable('notice').set({ sent_at: now }).where('user_id', '=', userId).where('kind', '=', kind).execute()
  else await tx.db.insertInto('notice').values({ user_id: userId, kind, sent_at: now }).execute()
  await enqueue(tx, deliveries)
  return true
})

/** Did another node give a user's first notice at the same time? */
export const isRepeatedNotice = (error: unknown): boolean => isRepeatedKey(error, 'notice', 'user_id')

/** A user as a warning about the balance needs them. */
export interface LowBalance {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: string
  /** JSON of `UserSetting`. */
  readonly setting: string
  /** Quota units. */
  readonly balance: number
  /** Unix seconds; 0: never. */
  readonly warnedAt: number
}

/** These users, with what they have. */
export async function findBalances(database: Database, userIds: readonly number[], kind: string): Promise<LowBalance[]> {
  const rows = await database.read
    .selectFrom('user')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .leftJoin('notice', (join) => join.onRef('notice.user_id', '=', 'user.id').on('notice.kind', '=', kind))
    .select(['user.id', 'user.username', 'user.email', 'user.language', 'user.setting', 'account.posted', 'notice.sent_at'])
    .where('user.id', 'in', userIds.filter(isRowId))
    .where('user.deleted_at', 'is', null)
    .execute()
  return rows.map(({ id, posted, sent_at, ...person }) => ({
    ...person,
    id: Number(id),
    balance: Number(posted),
    warnedAt: Number(sent_at ?? 0),
  }))
}
