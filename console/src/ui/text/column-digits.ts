import { createContext } from 'react'

/** How many decimals amounts have in the column around them; undefined outside of one: each amount decides for itself. */
export const ColumnDigits = createContext<number | undefined>(undefined)

const CENT = 2
const FINEST = 4

/**
 * Decimals for a column of dollars: cents, or four where one of the amounts would otherwise show no figure but zeros.
 * @param units quota units of the rows on the page
 */
export function columnDigits(units: readonly number[], unitsPerDollar: number): number {
  return units.some((value) => value !== 0 && Math.abs(value / unitsPerDollar) < 10 ** -CENT) ? FINEST : CENT
}
