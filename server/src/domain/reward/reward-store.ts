// Daily check-ins, and the transfer of what invitations earned.

import { AppError } from '@waystation/contract/errors'
import { logType } from '@waystation/contract/site/status-table'
import { zonedText } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'
import { postIncome } from '../ledger/debts/debt.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { lockAccounts } from '../ledger/post.ts'
import { assertRoom } from '../ledger/room.ts'
import { sourceAccount } from '../ledger/source-account.ts'
import { writeEvent } from '../log/log-row-store.ts'

interface RewardCall {
  readonly userId: number
  readonly username: string
  /** The id of the console call, which names the log row. */
  readonly requestId: string
}

export interface CheckIn extends RewardCall {
  readonly moment: CheckInMoment
  /** Quota units, > 0. */
  readonly quota: number
}

/** When somebody checks in, and on which date of a time zone. */
export interface CheckInMoment {
  /** Unix seconds. */
  readonly at: number
  readonly zone: string
  /** Days since 1 January 1970, whatever the zone. */
  readonly day: number
}

/** So long after a check-in the next one is possible at the earliest where the time zone was changed in between. */
const CHANGED_ZONE_SECONDS = 20 * 3600

/** When a check-in is possible although the time zone is another one than at the last; 0: at any time. Unix seconds. */
export function opensAfterChange(last: Pick<PastCheckIn, 'at' | 'zone'> | undefined, { at, zone }: CheckInMoment): number {
  if (!last || last.zone === zone) return 0
  const opensAt = last.at + CHANGED_ZONE_SECONDS
  return at < opensAt ? opensAt : 0
}

/**
 * Checks in, once on each date: of many calls at the same time one succeeds.
 * @throws AppError checked_in, or check_in_zone_changed
 */
export const checkIn = writeTask<CheckIn, null>('reward.check-in', async (tx, { userId, username, requestId, moment, quota }) => {
  const { at, day, zone } = moment
  const [from, to] = [await sourceAccount(tx, 'grant'), await ensureAccount(tx, 'user', userId)]
  // Two calls on two dates, because the zone is being changed, come one after the other.
  await lockAccounts(tx, [from, to])
  const last = await lastCheckIn(tx.db, userId)
  // A second one on the same date is refused by the table's key.
  const opensAt = last?.day === day ? 0 : opensAfterChange(last, moment)
  if (opensAt > 0) throw new AppError('check_in_zone_changed', { time: zonedText(opensAt * 1000, zone) })
  const insert = tx.db.insertInto('check_in').values({ user_id: userId, day, quota, created_at: at, zone })
  await insert.execute().catch((error) => {
    throw isRepeatedKey(error, 'check_in', 'user_id') ? new AppError('checked_in') : error
  })
  await assertRoom(tx, { to, amount: quota })
  await postIncome(tx, [{ ref: `check-in:${userId}:${day}`, from, to, amount: quota, kind: 'check-in', actorId: userId }])
  await writeEvent(tx, { requestId, type: logType.checkIn, userId, username, words: { key: 'check_in', facts: { quota } } })
  return null
})

export interface PastCheckIn {
  /** Days since 1 January 1970, as they were counted in `zone`. */
  readonly day: number
  readonly zone: string
  /** Unix seconds. */
  readonly at: number
}

/** The latest check-in of a user. */
export async function lastCheckIn(db: Pick<Database['read'], 'selectFrom'>, userId: number): Promise<PastCheckIn | undefined> {
  const query = db.selectFrom('check_in').select(['day', 'zone', 'created_at']).where('user_id', '=', userId)
  const row = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return row && { day: Number(row.day), zone: row.zone, at: Number(row.created_at) }
}

/** Dates on which a user checked in, and the rewards. @param from days since 1 January 1970 */
export async function findCheckIns(database: Database, userId: number, from: number): Promise<{ day: number; quota: number }[]> {
  const rows = await database.read
    .selectFrom('check_in')
    .select(['day', 'quota'])
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .execute()
  return rows.map(({ day, quota }) => ({ day: Number(day), quota: Number(quota) }))
}

/** What inviting brought a user, in quota units. */
export interface InviteSums {
  /** The invite code; empty: it was never asked for. */
  readonly code: string
  readonly people: number
  /** For people who registered; they wait on an account of their own until they are transferred. */
  readonly gifts: number
  /** Gifts, and shares of what those people paid in. */
  readonly income: number
  readonly transferable: number
}

export async function findInviteSums(database: Database, userId: number): Promise<InviteSums> {
  const row = await database.read
    .selectFrom('user')
    .leftJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'referral'))
    .select(['user.aff_code', 'user.aff_count', 'user.invite_income', 'user.invite_gifts', 'account.posted'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    code: row.aff_code,
    people: Number(row.aff_count),
    gifts: Number(row.invite_gifts ?? 0),
    income: Number(row.invite_income ?? 0),
    transferable: Number(row.posted ?? 0),
  }
}

export interface Transfer extends RewardCall {
  /** Quota units, > 0. */
  readonly amount: number
}

/** Moves what invitations earned to the balance. @throws AppError aff_transfer_short */
export const transferReferral = writeTask<Transfer, null>('reward.transfer', async (tx, { userId, username, requestId, amount }) => {
  const from = await ensureAccount(tx, 'referral', userId)
  const to = await ensureAccount(tx, 'user', userId)
  const available = (await lockAccounts(tx, [from, to])).get(from)?.posted ?? 0
  if (available < amount) throw new AppError('aff_transfer_short', { available }, { fields: { quota: 'aff_transfer_short' } })
  await assertRoom(tx, { to, amount })
  await postIncome(tx, [{ ref: `aff-transfer:${requestId}`, from, to, amount, kind: 'aff-transfer', actorId: userId }])
  await writeEvent(tx, { requestId, type: logType.system, userId, username, words: { key: 'aff_transfer', facts: { amount } } })
  return null
})
