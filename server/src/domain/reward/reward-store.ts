// Daily check-ins, and the transfer of what invitations earned.
import { AppError } from '@waystation/contract/errors'
import { logType } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'
import { postIncome } from '../ledger/debt.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
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
  /** Days since 1 January 1970, in UTC. */
  readonly day: number
  /** Quota units, > 0. */
  readonly quota: number
}

/** Checks in, once a day: of many calls at the same time one succeeds. @throws AppError checked_in */
export const checkIn = writeTask<CheckIn, null>('reward.check-in', async (tx, { userId, username, requestId, day, quota }) => {
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const insert = tx.db.insertInto('check_in').values({ user_id: userId, day, quota, created_at })
  await insert.execute().catch((error) => {
    throw isRepeatedKey(error, 'check_in', 'user_id') ? new AppError('checked_in') : error
  })
  const [from, to] = [await sourceAccount(tx, 'grant'), await ensureAccount(tx, 'user', userId)]
  await assertRoom(tx, { to, amount: quota })
  await postIncome(tx, [{ ref: `check-in:${userId}:${day}`, from, to, amount: quota, kind: 'check-in', actorId: userId }])
  await writeEvent(tx, { requestId, type: logType.checkIn, userId, username, words: { key: 'check_in', facts: { quota } } })
  return null
})

/** Did this user check in on this day? */
export async function hasCheckedIn(database: Database, userId: number, day: number): Promise<boolean> {
  const found = await database.read
    .selectFrom('check_in')
    .select('day')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst()
  return found !== undefined
}

/** Days on which a user checked in, and the rewards. @param from days since 1 January 1970, in UTC */
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
  // Both rows are locked in the order of their ids, as every movement does.
  const query = tx.db.selectFrom('account').select(['id', 'posted']).where('id', 'in', [from, to]).orderBy('id')
  const available = Number((await locked(tx, query).execute()).find((row) => Number(row.id) === from)?.posted ?? 0)
  if (available < amount) throw new AppError('aff_transfer_short', { available }, { fields: { quota: 'aff_transfer_short' } })
  await assertRoom(tx, { to, amount })
  await postIncome(tx, [{ ref: `aff-transfer:${requestId}`, from, to, amount, kind: 'aff-transfer', actorId: userId }])
  await writeEvent(tx, { requestId, type: logType.system, userId, username, words: { key: 'aff_transfer', facts: { amount } } })
  return null
})
