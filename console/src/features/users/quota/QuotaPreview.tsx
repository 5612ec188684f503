import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { SumLines } from '~/ui/kit'
import { useSignedQuota } from './signed-quota.ts'
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
