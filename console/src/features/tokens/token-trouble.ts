// Warnings about a token before its programs stop working.

import type { ListedToken } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'

/** The last tenth counts as low; the usage bar turns amber at the same point. */
const LITTLE_SHARE = 0.1
const SOON_SECONDS = 3 * 86_400

type Funds = Pick<ListedToken, 'status' | 'unlimited_quota' | 'remain_quota' | 'used_quota'>

/**
 * The tone of what a token has left: amber for the last tenth of its quota and for less than an account would be warned at, red for
 * nothing. Undefined where no warning is needed: tokens without a limit, and those that are off for another reason.
 * @param threshold quota units
 */
export function remainderTone(token: Funds, threshold: number): 'amber' | 'red' | undefined {
  if (token.unlimited_quota || (token.status !== tokenStatus.enabled && token.status !== tokenStatus.exhausted)) return undefined
  const left = token.remain_quota
  if (left <= 0) return 'red'
  return left <= (left + token.used_quota) * LITTLE_SHARE || left < threshold ? 'amber' : undefined
}

/** Does a token that works now stop within three days? @param now unix seconds */
export function expiresSoon({ status, expired_time }: Pick<ListedToken, 'status' | 'expired_time'>, now: number): boolean {
  return status === tokenStatus.enabled && expired_time >= 0 && expired_time - now <= SOON_SECONDS
}
