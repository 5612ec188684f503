import { listTokenBudgets, removeTokenBudget, setTokenBudget } from '@waystation/contract/api/money/budget'
import type { ListedToken } from '@waystation/contract/people/token'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetBar, BudgetDialog } from '~/shared/budget/BudgetDialog'

/** The budget of a token; null: it has none; undefined: still loading. */
function useTokenBudget(id: number) {
  const { data } = useData(listTokenBudgets, {}, { freshMs: 10_000 })
  return data && (data.find(({ token_id }) => token_id === id) ?? null)
}

/** Sets the budget of a token. */
export function TokenBudget({ token, onClose }: { readonly token: ListedToken; readonly onClose: () => void }) {
  const t = useText()
  const budget = useTokenBudget(token.id)
  const refreshes = [listTokenBudgets]
  const save = useCall(setTokenBudget, { refreshes, done: 'budget.saved', isQuiet: true })
  const remove = useCall(removeTokenBudget, { refreshes, done: 'budget.removed' })
  if (budget === undefined) return null
  const params = { id: token.id }
  return (
    <BudgetDialog
      title={t('budget.titleToken', { name: token.name })}
      budget={budget}
      onSave={(body) => save.run({ params, body })}
      onRemove={() => remove.run({ params })}
      onClose={onClose}
    />
  )
}

/** How much of its budget a token spent; nothing where it has none. */
export function TokenBudgetBar({ token, isBrief }: { readonly token: ListedToken; readonly isBrief?: boolean }) {
  const budget = useTokenBudget(token.id)
  return budget ? <BudgetBar budget={budget} isBrief={isBrief === true} /> : null
}
