// What is left of what users paid.
import type { BookSums } from '@waystation/contract/money/books'

/** What is left of the revenue of calls whose cost is known; undefined where it is known of none. */
export function marginOf({ calls, revenue, cost, unpriced, unpriced_revenue }: BookSums): number | undefined {
  return calls > 0 && unpriced >= calls ? undefined : revenue - unpriced_revenue - cost
}

/** The share of the revenue that is left; undefined where there is none to speak of. */
export function marginShare(sums: BookSums): number | undefined {
  const margin = marginOf(sums)
  const revenue = sums.revenue - sums.unpriced_revenue
  return margin === undefined || revenue <= 0 ? undefined : margin / revenue
}

/** `18.4%`, `−8.3%`. */
export const shareText = (share: number): string => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}%`
