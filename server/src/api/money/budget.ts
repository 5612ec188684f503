import * as declared from '@waystation/contract/api/money/budget'
import { AppError } from '@waystation/contract/errors'
import { actionFault } from '@waystation/contract/people/rank'
import type { BudgetService } from '../../domain/budget/budget-service.ts'
import type { Caller } from '../../domain/session/caller.ts'
import type { TokenService } from '../../domain/token/token-service.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { type Route, route } from '../http/route.ts'

export interface BudgetRouteParts {
  readonly budgets: BudgetService
  readonly tokens: TokenService
  readonly users: UserService
}

export const budgetRoutes = ({ budgets, tokens, users }: BudgetRouteParts): Route[] => {
  const ownToken = async (caller: Caller, id: number) => {
    await tokens.get(caller, id)
    return { kind: 'token', id } as const
  }
  const editableUser = async (caller: Caller, id: number) => {
    const { role, status, DeletedAt } = await users.lookUp(caller, id)
    const fault = actionFault(caller, { id, role, status, isDeleted: DeletedAt !== null }, 'edit')
    if (fault) throw new AppError(fault)
    return { kind: 'user', id } as const
  }
  const targetOf = ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`
  return [
    route(declared.listOwnBudgets, ({ caller }) => budgets.of({ kind: 'user', id: caller.id })),
    route(declared.listTokenBudgets, ({ caller }) => budgets.ofTokens(caller.id)),
    route(declared.setTokenBudget, async ({ caller, params, body, audit }) => {
      const owner = await ownToken(caller, params.id)
      const { before, after } = await budgets.set(owner, body, caller.id)
      audit({ target: targetOf(owner), before, after })
      return after
    }),
    route(declared.removeTokenBudget, async ({ caller, params, query, audit }) => {
      const owner = await ownToken(caller, params.id)
      audit({ target: targetOf(owner), before: await budgets.remove(owner, query) })
      return null
    }),
    route(declared.listUserBudgets, async ({ caller, params }) => {
      await users.lookUp(caller, params.id)
      return budgets.of({ kind: 'user', id: params.id })
    }),
    route(declared.setUserBudget, async ({ caller, params, body, audit }) => {
      const owner = await editableUser(caller, params.id)
      const { before, after } = await budgets.set(owner, body, caller.id)
      audit({ target: targetOf(owner), before, after })
      return after
    }),
    route(declared.removeUserBudget, async ({ caller, params, query, audit }) => {
      const owner = await editableUser(caller, params.id)
      audit({ target: targetOf(owner), before: await budgets.remove(owner, query) })
      return null
    }),
  ]
}
