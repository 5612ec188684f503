import { getOwnBudget } from '@waystation/contract/api/budget'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetBar } from '~/shared/budget/BudgetBar.tsx'
import { Panel } from '~/ui/kit'

/** The budget that an admin set; nothing where there is none. */
export function OwnBudget() {
  const t = useText()
  const { data: budget } = useData(getOwnBudget, {}, { refetchesOnReturn: true })
  if (!budget) return null
  return (
    <Panel title={t('budget.mine')}>
      <p className="text2 budget-note">{t('budget.mineText')}</p>
      <BudgetBar budget={budget} />
    </Panel>
  )
}
