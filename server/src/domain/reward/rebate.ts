// An inviter's share of what the people they invited pay in. It is booked in the transaction of the payment itself.
import { product, rational } from '@waystation/contract/money/rational'
import { logType } from '@waystation/contract/site/status-table'
import type { WriteTx } from '../../db/write-task.ts'
import { postIncome } from '../ledger/debts/debt.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import type { Movement } from '../ledger/post.ts'
import { assertRoom } from '../ledger/room.ts'
import { sourceAccount } from '../ledger/source-account.ts'
import { writeEvent } from '../log/log-row-store.ts'
import { noteGift } from '../user/registration/gift-row-store.ts'
import { takeLateGift } from './late-gift-store.ts'

export interface PaidIn {
  readonly userId: number
  readonly username: string
  /** Quota units, > 0. */
  readonly amount: number
  /** The system account that the quota comes from: `redeem`, `epay`, `stripe`. */
  readonly source: string
  /** Names the payment, unique for ever: `redeem:7:12`. */
  readonly ref: string
  /** The inviter's share in percent; 0: none. */
  readonly rebatePercent: number
  /** Ids for the two log rows. */
  readonly requestId: string
  readonly rebateRequestId: string
  /** Nobody paid for it: a gift code. */
  readonly isFree?: boolean
  /** Key and facts of the payer's log row. */
  readonly words: { readonly key: string; readonly facts: Readonly<Record<string, string | number>> }
}

/** Credits what a user paid in, their inviter's share of it, and the gift that waited for it: entries and log rows. For use inside write tasks. */
export async function creditPayment(tx: WriteTx, paid: PaidIn): Promise<void> {
  const share = await rebateOf(tx, paid)
  const credit: Movement = {
    ref: paid.ref,
    from: await sourceAccount(tx, paid.source),
    to: await ensureAccount(tx, 'user', paid.userId),
    amount: paid.amount,
    kind: paid.source,
    actorId: paid.userId,
  }
  const rebate = share ? [await rebateMovement(tx, paid, share)] : []
  const moved = [credit, ...rebate].flatMap(({ from, to }) => [from, to])
  const gift = paid.isFree ? undefined : await takeLateGift(tx, paid.userId, moved)
  // One call locks all accounts in the order of their ids.
  // A payment is taken whatever there is already: the money has come.
  if (paid.source === 'redeem') await assertRoom(tx, credit)
  await postIncome(tx, [credit, ...rebate, ...(gift ? [gift.movement] : [])])
  const { requestId, userId, username, words } = paid
  await writeEvent(tx, { requestId, type: logType.topUp, userId, username, words })
  if (share) await noteRebate(tx, paid, share)
  if (gift) {
    await addInviteGift(tx, gift.inviterId, gift.amount)
    await noteGift(tx, gift.inviterId, { key: 'gift_inviter_paid', amount: gift.amount })
  }
}

interface Share {
  readonly inviterId: number
  readonly inviterName: string
  /** Quota units, > 0. */
  readonly amount: number
}

async function rebateOf(tx: WriteTx, { userId, amount, rebatePercent }: PaidIn): Promise<Share | undefined> {
  const shareAmount = percentOf(amount, rebatePercent)
  if (shareAmount === 0) return undefined
  const inviter = await tx.db
    .selectFrom('user')
    .innerJoin('user as inviter', 'inviter.id', 'user.inviter_id')
    .select(['inviter.id', 'inviter.username'])
    .where('user.id', '=', userId)
    .where('inviter.deleted_at', 'is', null)
    .executeTakeFirst()
  return inviter && { inviterId: Number(inviter.id), inviterName: inviter.username, amount: shareAmount }
}

/** The share of an amount, exact and rounded down (I13). @param percent 0 to 100, at its shortest decimal text */
export function percentOf(amount: number, percent: number): number {
  const { numerator, denominator } = product(rational(amount), rational(percent))
  return Number(numerator / (denominator * 100n))
}

const rebateMovement = async (tx: WriteTx, { ref, userId }: PaidIn, share: Share): Promise<Movement> => ({
  ref: `rebate:${ref}`,
  from: await sourceAccount(tx, 'grant'),
  to: await ensureAccount(tx, 'user', share.inviterId),
  amount: share.amount,
  kind: 'rebate',
  actorId: userId,
})

async function noteRebate(tx: WriteTx, { rebateRequestId, amount }: PaidIn, { inviterId, inviterName, amount: share }: Share) {
  await addInviteIncome(tx, inviterId, share)
  const words = { key: 'rebate', facts: { share, amount } }
  await writeEvent(tx, { requestId: rebateRequestId, type: logType.system, userId: inviterId, username: inviterName, words })
}

/** Raises what somebody ever earned by inviting. */
async function addInviteIncome(tx: WriteTx, userId: number, amount: number): Promise<void> {
  await tx.db
    .updateTable('user')
    .set((expression) => ({ invite_income: expression(expression.fn.coalesce('invite_income', expression.val(0)), '+', amount) }))
    .where('id', '=', userId)
    .execute()
}

/** Raises what an inviter was given for somebody who registered, and with it what they ever earned. */
export async function addInviteGift(tx: WriteTx, userId: number, amount: number): Promise<void> {
  await addInviteIncome(tx, userId, amount)
  await tx.db
    .updateTable('user')
    .set((expression) => ({ invite_gifts: expression(expression.fn.coalesce('invite_gifts', expression.val(0)), '+', amount) }))
    .where('id', '=', userId)
    .execute()
}
