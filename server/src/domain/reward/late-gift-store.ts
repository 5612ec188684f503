// The gift for an inviter that waits for the first payment of the invited person. It was promised when that person joined, so a change of the
// option changes nothing for them.
import { locked } from '../../db/locked.ts'
import type { WriteTx } from '../../db/write-task.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { lockAccounts, type Movement } from '../ledger/post.ts'
import { sourceAccount } from '../ledger/source-account.ts'

/** A gift that is due now. */
export interface LateGift {
  readonly inviterId: number
  /** Quota units, > 0. */
  readonly amount: number
  readonly movement: Movement
}

/** Notes what an inviter gets for somebody who has just joined. */
export async function promiseGift(tx: WriteTx, userId: number, amount: number): Promise<void> {
  await tx.db.updateTable('user').set({ inviter_gift_due: amount }).where('id', '=', userId).execute()
}

/**
 * The gift that the first payment of somebody makes due, taken off what is promised; undefined: there is none, or its inviter is no more. All accounts
 * of the payment are locked first, so of several payments at once one finds it.
 * @param accounts those that the payment moves money of
 */
export async function takeLateGift(tx: WriteTx, userId: number, accounts: readonly number[]): Promise<LateGift | undefined> {
  const promised = await promiseOf(tx, userId)
  if (!promised) return undefined
  const { inviterId } = promised
  const from = await sourceAccount(tx, 'grant')
  const to = await ensureAccount(tx, 'referral', inviterId)
  await lockAccounts(tx, [...accounts, from, to])
  const due = await locked(tx, tx.db.selectFrom('user').select('inviter_gift_due').where('id', '=', userId)).executeTakeFirst()
  const amount = Number(due?.inviter_gift_due ?? 0)
  if (amount <= 0) return undefined
  await promiseGift(tx, userId, 0)
  const ref = `grant:inviter:${userId}`
  return { inviterId, amount, movement: { ref, from, to, amount, kind: 'grant', actorId: 0, reason: 'invitation' } }
}

async function promiseOf(tx: WriteTx, userId: number): Promise<{ inviterId: number } | undefined> {
  const row = await tx.db
    .selectFrom('user')
    .innerJoin('user as inviter', 'inviter.id', 'user.inviter_id')
    .select('inviter.id')
    .where('user.id', '=', userId)
    .where('user.inviter_gift_due', '>', 0)
    .where('inviter.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { inviterId: Number(row.id) }
}
