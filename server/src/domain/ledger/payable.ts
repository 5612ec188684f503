// How much of a charge its accounts can pay. A vendor may report more than was held; that must not overdraw a user (decision D43).
import type { AccountState } from './state.ts'

/**
 * A hold that may be smaller takes at most this part of the available balance: a quarter when nothing else is held, an eighth next to other
 * calls, so that ten agents sharing two dollars can all run (decision D43: at most a quarter).
 */
const SHARES_ALONE = 4
const SHARES_BESIDE_OTHERS = 8

/**
 * The part of a charge that a user can pay, in quota units: what its own hold had set aside, and beyond that only what no other hold needs.
 * No balance falls below zero by it, even where an admin lowered it under its holds.
 *
 * @param account the user's, after the charge's own hold was released
 * @param wasHeld what that hold had set aside on it, in quota units
 */
export function payable(amount: number, account: Pick<AccountState, 'posted' | 'held'>, wasHeld: number): number {
  const posted = Math.max(0, account.posted)
  const fromHold = Math.min(amount, wasHeld, posted)
  const beyond = Math.max(0, posted - fromHold - account.held)
  return Math.min(amount, fromHold + beyond)
}

/**
 * What a hold sets aside: the whole amount, or, where `minimum` allows less, at most a share of the available balance and never less than
 * the minimum. More than `available` when even the minimum cannot be covered.
 */
export function grantable(
  amount: number,
  minimum: number | undefined,
  { available, isAlone }: { available: number; isAlone: boolean },
): number {
  if (minimum === undefined) return amount
  return Math.max(Math.min(minimum, amount), Math.min(amount, Math.floor(available / (isAlone ? SHARES_ALONE : SHARES_BESIDE_OTHERS))))
}
