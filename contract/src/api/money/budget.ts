// Limits of tokens and of users.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { Budget, BudgetDraft, BudgetName } from '../../money/budget.ts'
import { byId } from '../../values/id.ts'

export const listOwnBudgets = endpoint({
  method: 'GET',
  path: '/api/user/budgets',
  summary: "The caller's own limits, which admins set",
  access: 'user',
  owner: 'own',
  data: z.array(Budget),
})

export const listTokenBudgets = endpoint({
  method: 'GET',
  path: '/api/token/budgets',
  summary: "The limits of the caller's tokens",
  access: 'user',
  owner: 'own',
  data: z.array(Budget.extend({ token_id: z.number().int() })),
})

export const setTokenBudget = endpoint({
  method: 'PUT',
  path: '/api/token/{id}/budget',
  summary: 'Set a limit of a token: the one of this unit and period',
  access: 'user',
  owner: 'own',
  audit: 'budget.set',
  params: byId,
  body: BudgetDraft,
  data: Budget,
})

export const removeTokenBudget = endpoint({
  method: 'DELETE',
  path: '/api/token/{id}/budget',
  summary: 'Take a limit of a token away',
  access: 'user',
  owner: 'own',
  audit: 'budget.remove',
  params: byId,
  query: BudgetName,
  data: z.null(),
})

export const listUserBudgets = endpoint({
  method: 'GET',
  path: '/api/user/{id}/budgets',
  summary: "A user's limits",
  access: 'admin',
  params: byId,
  data: z.array(Budget),
})

export const setUserBudget = endpoint({
  method: 'PUT',
  path: '/api/user/{id}/budget',
  summary: 'Set a limit of a user: the one of this unit and period',
  access: 'admin',
  scope: 'users',
  audit: 'budget.set',
  params: byId,
  body: BudgetDraft,
  data: Budget,
})

export const removeUserBudget = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/budget',
  summary: 'Take a limit of a user away',
  access: 'admin',
  scope: 'users',
  audit: 'budget.remove',
  params: byId,
  query: BudgetName,
  data: z.null(),
})
