import { createContext } from 'react'

/** How many decimals amounts have in the column around them; undefined outside of one: each amount decides for itself. */
export const ColumnDigits = createContext<number | undefined>(undefined)

const CENT = 2
const FINEST = 4

/**
 * Decimals for a column of dollars: cents, beside which less than a cent is `<$0.01`; or four where all amounts are less than that.
 * @param units quota units of the rows on the page
 */
export function columnDigits(units: readonly number[], unitsPerDollar: number): number {
  const amounts = units.filter((value) => value !== 0)
  return amounts.length > 0 && amounts.every((value) => Math.abs(value / unitsPerDollar) < 10 ** -CENT) ? FINEST : CENT
}
