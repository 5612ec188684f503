// What an order credited, taken back: all of it or a part, with as much of the inviter's share. The order's row says how much of it was, so
// nothing is taken twice. Used inside tasks that hold the order's lock.
import { logType } from '@waystation/contract/site/status-table'
import type { WriteTx } from '../../db/write-task.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { type Claim, debtRef, postClaims, postIncome } from '../ledger/debts/debt.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { lockAccounts, type Movement } from '../ledger/post.ts'
import { writeEvent } from '../log/log-row-store.ts'
import { type OrderRecord, paidRef } from './order-record-store.ts'

/** An inviter's share of an order. */
interface Share {
  readonly inviterId: number
  /** The account that it came from. */
  readonly houseId: number
  /** Quota units. */
  readonly amount: number
}

/** Quota units of one taking back. */
export interface TakenBack {
  readonly order: OrderRecord
  readonly amount: number
  /** What of it the buyer did not have, and owes now. */
  readonly owed: number
}

/**
 * Takes back until `quotaBack` of the order's credit has been taken in all. What the buyer or the inviter does not have becomes their debt.
 * @param quotaBack quota units, more than were taken back before
 */
export async function takeBack(
  tx: WriteTx,
  order: OrderRecord,
  { quotaBack, actorId }: { quotaBack: number; actorId: number },
): Promise<TakenBack> {
  const number = order.reversals + 1
  const amount = quotaBack - Number(order.quota_back)
  const share = await shareOf(tx, order)
  const rebateBack = share ? partOf(share.amount, quotaBack, Number(order.quota)) : 0
  const fromInviter = rebateBack - Number(order.rebate_back)
  const refs = refsOf(order, number)
  const house = await ensureAccount(tx, order.gateway, 0)
  const claims: Claim[] = [{ ref: refs.buyer, userId: order.user_id, to: house, amount, kind: 'refund', actorId }]
  if (share && fromInviter > 0)
    claims.push({ ref: refs.inviter, userId: share.inviterId, to: share.houseId, amount: fromInviter, kind: 'refund', actorId })
  const [owed = 0] = await postClaims(tx, claims)
  const changed = { reversals: number, quota_back: quotaBack, rebate_back: rebateBack }
  await tx.db.updateTable('top_up_order').set(changed).where('id', '=', Number(order.id)).execute()
  return { order: { ...order, ...changed }, amount, owed }
}

/** Locks all accounts that a taking back moves money of, and these: for tasks that move some of it before. */
export async function lockForTakingBack(tx: WriteTx, order: OrderRecord, others: readonly number[]): Promise<void> {
  const share = await shareOf(tx, order)
  const inviter = share ? [share.houseId, await ensureAccount(tx, 'user', share.inviterId)] : []
  const [house, buyer] = [await ensureAccount(tx, order.gateway, 0), await ensureAccount(tx, 'user', order.user_id)]
  await lockAccounts(tx, [house, buyer, ...inviter, ...others])
}

/** Gives back what one taking back took: the credit, and the inviter's share. @param number of the taking back */
export async function giveBack(
  tx: WriteTx,
  order: OrderRecord,
  { number, actorId }: { number: number; actorId: number },
): Promise<OrderRecord> {
  const refs = refsOf(order, number)
  const share = await shareOf(tx, order)
  const [amount, rebate] = [await takenUnder(tx, refs.buyer), await takenUnder(tx, refs.inviter)]
  const movement = { kind: 'refund', actorId }
  const movements: Movement[] = [
    {
      ...movement,
      ref: `${refs.buyer}:undo`,
      from: await ensureAccount(tx, order.gateway, 0),
      to: await ensureAccount(tx, 'user', order.user_id),
      amount,
    },
  ]
  if (share && rebate > 0) {
    const to = await ensureAccount(tx, 'user', share.inviterId)
    movements.push({ ...movement, ref: `${refs.inviter}:undo`, from: share.houseId, to, amount: rebate })
  }
  await postIncome(tx, movements)
  const changed = { quota_back: Number(order.quota_back) - amount, rebate_back: Number(order.rebate_back) - rebate }
  await tx.db.updateTable('top_up_order').set(changed).where('id', '=', Number(order.id)).execute()
  return { ...order, ...changed }
}

/** Tells the buyer, and the inviter if a share was taken from them, in their logs. */
export async function noteTakenBack(
  tx: WriteTx,
  order: OrderRecord,
  { number, requestId = newRequestId() }: { number: number; requestId?: string },
): Promise<void> {
  const refs = refsOf(order, number)
  const [amount, rebate] = [await takenUnder(tx, refs.buyer), await takenUnder(tx, refs.inviter)]
  const username = await nameOf(tx, order.user_id)
  const words = { key: 'refunded', facts: { amount, trade: order.trade_no } }
  await writeEvent(tx, { requestId, type: logType.management, userId: order.user_id, username, words })
  const share = await shareOf(tx, order)
  if (!share || rebate === 0) return
  const lost = { key: 'rebate_taken_back', facts: { share: rebate } }
  const inviterName = await nameOf(tx, share.inviterId)
  await writeEvent(tx, { requestId: newRequestId(), type: logType.system, userId: share.inviterId, username: inviterName, words: lost })
}

/** A part of an amount, exact and rounded down. */
export const partOf = (amount: number, numerator: number, denominator: number): number =>
  Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator))

/** The refs of one taking back, of which there may be several. */
function refsOf(order: OrderRecord, number: number): { buyer: string; inviter: string } {
  const suffix = number === 1 ? '' : `:${number}`
  return { buyer: `refund:${paidRef(order)}${suffix}`, inviter: `refund:rebate:${paidRef(order)}${suffix}` }
}

/** Quota units that were taken from somebody under this ref, with what became a debt. */
async function takenUnder(tx: WriteTx, ref: string): Promise<number> {
  const rows = await tx.db
    .selectFrom('entry')
    .select('amount')
    .where('ref', 'in', [ref, debtRef(ref)])
    .execute()
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0)
}

async function shareOf(tx: WriteTx, order: OrderRecord): Promise<Share | undefined> {
  const entry = await tx.db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.credit_account')
    .select(['entry.amount', 'entry.debit_account', 'account.owner_id'])
    .where('entry.ref', '=', `rebate:${paidRef(order)}`)
    .executeTakeFirst()
  return entry && { inviterId: entry.owner_id, houseId: Number(entry.debit_account), amount: Number(entry.amount) }
}

export async function nameOf(tx: WriteTx, userId: number): Promise<string> {
  const user = await tx.db.selectFrom('user').select('username').where('id', '=', userId).executeTakeFirst()
  return user?.username ?? ''
}
