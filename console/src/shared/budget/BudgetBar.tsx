import { type Budget, isRenewing } from '@waystation/contract/money/budget'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { numberText, ShareBar, timeText, useQuotaFormat } from '~/ui/kit'
import './budget.css'

/** What a limit is about, such as “Tokens · each day”. */
export function useBudgetName(): (budget: Pick<Budget, 'unit' | 'period'>) => string {
  const t = useText()
  return ({ unit, period }) => `${t(`budget.units.${unit}`)} · ${t(`budget.periods.${period}`)}`
}

/** An amount of a limit in its unit. */
export function useBudgetAmount(): (unit: Budget['unit'], amount: number) => string {
  const format = useQuotaFormat()
  const language = useLanguage()
  return (unit, amount) => (unit === 'money' ? format(amount) : numberText(amount, language))
}

export interface BudgetBarProps {
  readonly budget: Budget
  /** Without the words below it. */
  readonly isBrief?: boolean
  /** Does its name stand above it already? */
  readonly isNamed?: boolean
}

/** What of a limit is used, and when it renews. Limits that look back a minute have no bar. */
export function BudgetBar({ budget, isBrief = false, isNamed = false }: BudgetBarProps) {
  const { unit, period, spent, limit, renews_at } = budget
  const t = useText()
  const nameOf = useBudgetName()
  const amountOf = useBudgetAmount()
  const language = useLanguage()
  if (!isRenewing(period))
    return isBrief ? null : (
      <div className="budget-line">
        {!isNamed && <span>{nameOf(budget)}</span>}
        <span className="text3">{t('budget.most', { limit: amountOf(unit, limit) })}</span>
      </div>
    )
  const key: TextKey = unit === 'money' ? 'budget.now' : `budget.nowIn.${unit}`
  const label = t(key, { spent: amountOf(unit, spent), limit: amountOf(unit, limit) })
  const renews = renews_at === 0 ? t('budget.begins') : t('budget.renews', { time: timeText(renews_at, 'short', language) })
  if (isBrief) return <ShareBar share={spent / limit} label={`${nameOf(budget)}: ${label} · ${renews}`} />
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
