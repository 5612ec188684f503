// How the books write amounts: sums over many calls with two decimals, the exact value on hover; changes with their sign.
import type { BookSums } from '@waystation/contract/books'
import { type QuotaFormat, useQuotaFormat } from '~/ui/kit'

export interface Money {
  readonly short: (units: number) => string
  readonly exact: (units: number) => string
  /** With its sign: `+$0.02`, `−$0.71`. */
  readonly signed: (units: number) => string
  readonly axis: (units: number) => string
}

const typographic = (text: string): string => text.replace(/^-/, '−')

/** An amount below half a cent is zero in a column of cents; its exact value stands in the tooltip. */
const short = (format: QuotaFormat, units: number): string =>
  typographic(
    format(units, 'table', 2)
      .replace('-$0.00', '$0.00')
      .replace(/^[<-]*\$0\.0001$/, '$0.00'),
  )

export function useMoney(): Money {
  const format = useQuotaFormat()
  return {
    short: (units) => short(format, units),
    exact: (units) => typographic(format(units, 'exact')),
    signed(units) {
      // One too small for cents is written out, so that the rows still add up to their total.
      const isTiny = units !== 0 && short(format, units) === short(format, 0)
      const text = isTiny ? typographic(format(units, 'exact')) : short(format, units)
      return units > 0 ? `+${text}` : text
    },
    axis: (units) => typographic(format(units)).replace(/\.00$/, ''),
  }
}

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
