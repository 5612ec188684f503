import { useQuotaFormat } from '~/ui/kit'

/** Amounts of a statement, to the unit. A change carries its sign, and the sign of the currency stands at balances and sums only. */
export function useAmounts() {
  const format = useQuotaFormat()
  const bare = (units: number) => format(Math.abs(units), 'exact')
  const short = (units: number) => bare(units).replace(/^\$/, '')
  return {
    /** A balance: `$41.207318`, `−$0.000002`. */
    balance: (units: number) => `${units < 0 ? '−' : ''}${bare(units)}`,
    /** What came in, less what it is negative. */
    in: (units: number, isSum = false) => `${units < 0 ? '−' : '+'}${isSum ? bare(units) : short(units)}`,
    /** What went out; a negative one came back. */
    out: (units: number, isSum = false) => `${units < 0 ? '+' : '−'}${isSum ? bare(units) : short(units)}`,
    unit: () => format(1, 'exact'),
  }
}
