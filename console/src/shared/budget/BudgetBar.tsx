import type { Budget } from '@waystation/contract/budget'
import { useLanguage, useText } from '~/i18n'
import { ShareBar, timeText, useQuotaFormat } from '~/ui/kit'
import './budget.css'

export interface BudgetBarProps {
  readonly budget: Pick<Budget, 'spent' | 'limit' | 'renews_at'>
  /** Without the words below it. */
  readonly isBrief?: boolean
}

/** What of a budget is spent, and when it renews. */
export function BudgetBar({ budget: { spent, limit, renews_at }, isBrief = false }: BudgetBarProps) {
  const t = useText()
  const format = useQuotaFormat()
  const language = useLanguage()
  const label = t('budget.now', { spent: format(spent), limit: format(limit) })
  const renews = t('budget.renews', { time: timeText(renews_at, 'short', language) })
  if (isBrief) return <ShareBar share={spent / limit} label={`${label} · ${renews}`} />
  return (
    <div className="budget-bar">
      <ShareBar share={spent / limit} label={label} isWide />
      <div className="budget-line">
        <span>{label}</span>
        <span className="text3">{renews}</span>
      </div>
    </div>
  )
}
