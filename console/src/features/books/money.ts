// How the books write amounts: sums over many calls with two decimals, the exact value on hover; changes with their sign.
import { type QuotaFormat, useMoneyAxis, useQuotaFormat } from '~/ui/kit'

export interface Money {
  readonly short: (units: number) => string
  readonly exact: (units: number) => string
  /** One too small for cents is written out, so that rows still add up to their total. */
  readonly row: (units: number) => string
  /** A row with its sign: `+$0.02`, `−$0.71`. */
  readonly signed: (units: number) => string
  /** At an axis that ends near the largest amount. */
  readonly axis: (largest: number) => (units: number) => string
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
  const axis = useMoneyAxis()
  const row = (units: number): string => {
    const isTiny = units !== 0 && short(format, units) === short(format, 0)
    return isTiny ? typographic(format(units, 'exact')) : short(format, units)
  }
  return {
    short: (units) => short(format, units),
    exact: (units) => typographic(format(units, 'exact')),
    row,
    signed: (units) => (units > 0 ? `+${row(units)}` : row(units)),
    axis,
  }
}
