// Which warning a balance is due: one when it falls below the threshold, and one when it falls below a fifth of it. While it stays below, nothing is
// told again; what comes in counts, so that a balance that rose above a level between two looks may fall below it again. Source: decision 52.

/** What a user had at a moment. Quota units. */
export interface BalanceMark {
  readonly balance: number
  /** All that came in ever: what the balance was when it was taken together with what was used. */
  readonly received: number
}

/** The second level, as a part of the threshold. */
const LAST_PART = 1 / 5

/**
 * Has the balance fallen below one of its levels since it was marked? Without a mark, what came in since the account began counts.
 * @param threshold quota units
 */
export function isFalling(now: BalanceMark, mark: BalanceMark | undefined, threshold: number): boolean {
  const { balance, received } = mark ?? { balance: 0, received: 0 }
  const highest = balance + Math.max(0, now.received - received)
  return [threshold, threshold * LAST_PART].some((level) => now.balance < level && highest >= level)
}

/** Is a new mark worth writing? Above the threshold one is enough. */
export function isNews(now: BalanceMark, mark: BalanceMark | undefined, threshold: number): boolean {
  if (!mark) return true
  if (now.balance >= threshold) return mark.balance < threshold
  return mark.balance !== now.balance || mark.received !== now.received
}
