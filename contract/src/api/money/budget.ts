// Limits that renew, of tokens and of users.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { Budget, BudgetDraft } from '../../money/budget.ts'
import { byId } from '../../values/id.ts'

export const getOwnBudget = endpoint({
  method: 'GET',
  path: '/api/user/budget',
  summary: "The caller's budget, which admins set; null where there is none",
  access: 'user',
  owner: 'own',
  data: Budget.nullable(),
})

export const listTokenBudgets = endpoint({
  method: 'GET',
  path: '/api/token/budgets',
  summary: "The budgets of the caller's tokens",
  access: 'user',
  owner: 'own',
  data: z.array(Budget.extend({ token_id: z.number().int() })),
})

export const setTokenBudget = endpoint({
  method: 'PUT',
  path: '/api/token/{id}/budget',
  summary: 'Give a token a budget, or change the one it has',
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
  summary: 'Take the budget of a token away',
  access: 'user',
  owner: 'own',
  audit: 'budget.remove',
  params: byId,
  data: z.null(),
})

export const getUserBudget = endpoint({
  method: 'GET',
  path: '/api/user/{id}/budget',
  summary: "A user's budget; null where there is none",
  access: 'admin',
  params: byId,
  data: Budget.nullable(),
})

export const setUserBudget = endpoint({
  method: 'PUT',
  path: '/api/user/{id}/budget',
  summary: 'Give a user a budget, or change the one they have',
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
  summary: "Take a user's budget away",
  access: 'admin',
  scope: 'users',
  audit: 'budget.remove',
  params: byId,
  data: z.null(),
})
