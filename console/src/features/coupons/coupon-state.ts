// What a redemption code can still do. Its status number does not say everything: time and uses count, too.
import type { ListedRedemption } from '@waystation/contract/money/redemption'
import { redemptionStatus, type Tone } from '@waystation/contract/site/status-table'

export type CouponState = 'unused' | 'available' | 'notYet' | 'expired' | 'used' | 'usedUp' | 'disabled'

/** What decides the state. */
export type StateFacts = Pick<ListedRedemption, 'status' | 'is_gift' | 'max_uses' | 'used_count' | 'valid_from' | 'valid_until'>

/** The state of a code at a moment. @param now unix seconds */
export function couponState(code: StateFacts, now: number): CouponState {
  const { status, is_gift, max_uses, used_count, valid_from, valid_until } = code
  const isUsedUp = is_gift && max_uses >= 0 && used_count >= max_uses
  if (status === redemptionStatus.used || isUsedUp) return is_gift ? 'usedUp' : 'used'
  if (status === redemptionStatus.disabled) return 'disabled'
  if (valid_until !== 0 && now >= valid_until) return 'expired'
  if (now < valid_from) return 'notYet'
  return is_gift ? 'available' : 'unused'
}

export const stateTones: Readonly<Record<CouponState, Tone>> = {
  unused: 'green',
  available: 'green',
  notYet: 'blue',
  expired: 'amber',
  used: 'neutral',
  usedUp: 'neutral',
  disabled: 'neutral',
}

/** Nobody could redeem it, now or by waiting. */
export const isOver = (code: StateFacts, now: number): boolean => ['expired', 'used', 'usedUp', 'disabled'].includes(couponState(code, now))

/** Was it redeemed before? Nothing of it can be changed then. */
export const isFrozen = ({ status, used_count }: Pick<StateFacts, 'status' | 'used_count'>): boolean =>
  used_count > 0 || status === redemptionStatus.used

/** May it still be enabled or disabled? */
export const isFinal = (code: StateFacts): boolean => code.status === redemptionStatus.used

/** Seconds now, for `couponState`. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
