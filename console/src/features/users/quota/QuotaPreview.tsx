import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { SumLines, useQuotaFormat } from '~/ui/kit'
import './quota-dialog.css'

/** What a balance is, by how much it changes, and what it will be: lines that add up to the last digit. Amounts in quota units. */
export function QuotaPreview({ balance, change }: { readonly balance: number; readonly change: number }) {
  const t = useText()
  const signed = useSignedQuota()
  const unitsPerDollar = useQuotaPerUnit()
  const isRound = [balance, change].every((units) => Number.isInteger((units * 10_000) / unitsPerDollar))
  const digits = isRound ? 4 : 'exact'
  const after = balance + change
  return (
    <div className="quota-preview">
      <SumLines
        lines={[
          { label: t('kit.quota.now'), value: signed(balance, { digits }) },
          { label: t('kit.quota.change'), value: change === 0 ? '–' : signed(change, { digits, hasPlus: true }) },
          {
            label: t('kit.quota.after'),
            value: signed(after, { digits }),
            isTotal: true,
            ...(after < 0 ? { tone: 'red' as const } : {}),
          },
        ]}
      />
    </div>
  )
}

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
