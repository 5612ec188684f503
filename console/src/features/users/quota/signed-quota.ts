import { useQuotaFormat } from '~/ui/kit'

export interface SignedStyle {
  /** Decimals of the dollars, or all six; default those of a table. */
  readonly digits?: number | 'exact'
  /** A plus in front of what is above zero. */
  readonly hasPlus?: boolean
}

/** Amounts of quota with a true minus in front, or a plus: `+$5.0000`, in the user's display unit. */
export function useSignedQuota(): (units: number, style?: SignedStyle) => string {
  const format = useQuotaFormat()
  return (units, { digits, hasPlus = false } = {}) => {
    const sign = units < 0 ? '−' : hasPlus && units > 0 ? '+' : ''
    const size = Math.abs(units)
    return sign + (digits === 'exact' ? format(size, 'exact') : format(size, 'table', digits))
  }
}
