import { listTokenBudgets, removeTokenBudget, setTokenBudget } from '@waystation/contract/api/money/budget'
import type { ListedToken } from '@waystation/contract/people/token'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BudgetBar } from '~/shared/budget/BudgetBar'
import { BudgetDialog } from '~/shared/budget/BudgetDialog'

/** The limits of a token; undefined: still loading. */
function useTokenBudgets(id: number) {
  const { data } = useData(listTokenBudgets, {}, { freshMs: 10_000 })
  return data?.filter(({ token_id }) => token_id === id)
}

/** Sets the limits of a token. */
export function TokenBudget({ token, onClose }: { readonly token: ListedToken; readonly onClose: () => void }) {
  const t = useText()
  const budgets = useTokenBudgets(token.id)
  const refreshes = [listTokenBudgets]
  const save = useCall(setTokenBudget, { refreshes, done: 'budget.saved', isQuiet: true })
  const remove = useCall(removeTokenBudget, { refreshes, done: 'budget.removed' })
  if (budgets === undefined) return null
  const params = { id: token.id }
  return (
    <BudgetDialog
      title={t('budget.titleToken', { name: token.name })}
      budgets={budgets}
      onSave={(body) => save.run({ params, body })}
      onRemove={(query) => remove.run({ params, query })}
      onClose={onClose}
    />
  )
}

/** How much of its limits a token used; nothing where it has none. */
export function TokenBudgetBars({ token, isBrief }: { readonly token: ListedToken; readonly isBrief?: boolean }) {
  const budgets = useTokenBudgets(token.id) ?? []
  return budgets.map((budget) => <BudgetBar key={`${budget.unit} ${budget.period}`} budget={budget} isBrief={isBrief === true} />)
}
