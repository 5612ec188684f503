import { listUserBudgets } from '@waystation/contract/api/money/budget'
import type { User } from '@waystation/contract/people/user'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetBar, useBudgetName } from '~/shared/budget/BudgetBar'
import { Button, CalendarIcon, EmptyState, ErrorState, SkeletonLines } from '~/ui/kit'
import { useActionFault } from '../user-rules.ts'

/** What a user may spend in a period, and how much of it is gone. */
export function UserBudgets({ user, onEdit }: { readonly user: User; readonly onEdit: () => void }) {
  const t = useText()
  const nameOf = useBudgetName()
  const mayEdit = useActionFault()(user, 'edit') === undefined
  const { data, error, refresh } = useData(listUserBudgets, { params: { id: user.id } })
  const edit = mayEdit && <Button onClick={onEdit}>{t('budget.action')}</Button>
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={3} />
  if (data.length === 0)
    return <EmptyState icon={<CalendarIcon />} title={t('userPage.noBudgets')} text={t('userPage.noBudgetsText')} action={edit} />
  return (
    <div className="user-box">
      {edit && <div className="user-box-head">{edit}</div>}
      <ul className="user-rows">
        {data.map((budget) => (
          <li key={`${budget.unit} ${budget.period}`}>
            <div className="user-row-words">
              <strong>{nameOf(budget)}</strong>
              <BudgetBar budget={budget} isNamed />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
