import { getUserBudget, removeUserBudget, setUserBudget } from '@waystation/contract/api/budget'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetDialog } from '~/shared/budget/BudgetDialog.tsx'

export interface UserBudgetProps {
  readonly user: { readonly id: number; readonly username: string }
  readonly onClose: () => void
}

/** Sets the budget of a user, for admins. */
export function UserBudget({ user, onClose }: UserBudgetProps) {
  const t = useText()
  const payload = { params: { id: user.id } }
  const { data: budget } = useData(getUserBudget, payload)
  const refreshes = [getUserBudget]
  const save = useCall(setUserBudget, { refreshes, done: 'budget.saved', isQuiet: true })
  const remove = useCall(removeUserBudget, { refreshes, done: 'budget.removed' })
  if (budget === undefined) return null
  return (
    <BudgetDialog
      title={t('budget.titleUser', { name: user.username })}
      budget={budget}
      onSave={(body) => save.run({ ...payload, body })}
      onRemove={() => remove.run(payload)}
      onClose={onClose}
    />
  )
}
