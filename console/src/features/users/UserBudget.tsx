import { listUserBudgets, removeUserBudget, setUserBudget } from '@waystation/contract/api/money/budget'
import { getUserTimeline } from '@waystation/contract/api/people/user-page'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetDialog } from '~/shared/budget/BudgetDialog.tsx'

interface UserBudgetProps {
  readonly user: { readonly id: number; readonly username: string }
  readonly onClose: () => void
}

/** Sets the limits of a user, for admins. */
export function UserBudget({ user, onClose }: UserBudgetProps) {
  const t = useText()
  const payload = { params: { id: user.id } }
  const { data: budgets } = useData(listUserBudgets, payload)
  const refreshes = [listUserBudgets, getUserTimeline]
  const save = useCall(setUserBudget, { refreshes, done: 'budget.saved', isQuiet: true })
  const remove = useCall(removeUserBudget, { refreshes, done: 'budget.removed' })
  if (budgets === undefined) return null
  return (
    <BudgetDialog
      title={t('budget.titleUser', { name: user.username })}
      budgets={budgets}
      onSave={(body) => save.run({ ...payload, body })}
      onRemove={(query) => remove.run({ ...payload, query })}
      onClose={onClose}
    />
  )
}
