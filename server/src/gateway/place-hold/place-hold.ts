// Step 5: set the money aside, durably, before any vendor is called.

import { noUsage } from '@waystation/contract/calls/usage'
import { AppError } from '@waystation/contract/errors'
import { budgetSpan } from '@waystation/contract/money/budget'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import { zonedText } from '@waystation/contract/values/calendar'
import { BudgetShort } from '../../domain/ledger/ledger.ts'
import { type ExpectedAnswer, expectedTokens, holdNeed, lowered } from '../../domain/pricing/hold-policy.ts'
import type { KnownBudget } from '../../domain/token/token-lookup.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { CostEstimate, HeldAttempt, Hold } from '../held.ts'
import { batchOf } from '../operations/kinds.ts'
import { prepareRequest } from '../prepare/prepare.ts'
import { callLog } from '../settle/log-draft.ts'
import type { Call } from '../types.ts'
import { estimateOf } from './cost-estimate.ts'
import { pricedSize } from './priced-size.ts'
import { wayOut } from './way-out.ts'

/** What setting money aside takes. */
export type PlaceHoldServices = Pick<Gateway, 'options' | 'prices' | 'ledger' | 'budgets' | 'clock'>

/**
 * Holds what the dearest attempt may cost, or less where its answer may be cut shorter (decision D43).
 * Throws insufficient_user_quota, pre_consume_token_quota_failed, token_exhausted, token_budget_used_up, user_budget_used_up or
 * billing_busy.
 */
export async function placeHold(caller: Caller, call: Call, plan: RoutePlan, gateway: PlaceHoldServices): Promise<Hold> {
  const assumed = gateway.options.get(preConsumedQuota)
  const batch = batchOf(call.endpoint.operation)
  const attempts = new Map<Attempt, HeldAttempt>()
  let dearest = plan.attempts[0]
  let amount = 0
  let minimum = 0
  for (const attempt of plan.attempts) {
    const request = prepareRequest(call, attempt, gateway.options)
    const estimate = estimateOf(request, gateway.prices)
    const need = batch
      ? await batch.need(attempt, assumed)
      : holdNeed(pricedSize(call, attempt), attempt.price, expected(attempt, estimate), assumed)
    const { amount: most, minimum: least = most } = need
    attempts.set(attempt, { request, estimate: batch ? { ...estimate, shares: { least, most, held: most } } : estimate })
    minimum = Math.max(minimum, least)
    if (most >= amount) [dearest, amount] = [attempt, most]
  }
  if (!dearest) throw new Error('a route plan has at least one attempt')

  const offersTools = [...attempts.values()].some(({ estimate }) => estimate.toolUses !== undefined)
  const held = await holdAmount(caller, call, gateway, { dearest, amount, minimum, offersTools })
  return { id: call.id, amount: held, attempts: held < amount ? withLowered(attempts, call, held) : attempts }
}

/** What is set aside for a call. */
export interface HoldParts {
  readonly dearest: Attempt
  /** Quota units. */
  readonly amount: number
  readonly minimum: number
  /** Does the call have tools with a price per use? */
  readonly offersTools: boolean
}

/** Sets so much aside. Throws as placeHold. */
export async function holdAmount(
  caller: Caller,
  call: Call,
  gateway: PlaceHoldServices,
  { dearest, amount, minimum, offersTools }: HoldParts,
): Promise<number> {
  const facts = callLog(call, caller, {
    attempt: dearest,
    quota: 0,
    usage: noUsage,
    now: gateway.clock.now(),
    other: { end_reason: 'recovered', usage_source: 'none' },
    isBrief: true,
  })
  const budgets = [...(caller.token?.budgets ?? []), ...caller.user.budgets]
  await gateway.budgets.renewDue(budgets)
  try {
    return await gateway.ledger.hold({
      id: call.id,
      userAccountId: caller.user.accountId,
      userId: caller.user.id,
      amount,
      ...(minimum < amount ? { minimum } : {}),
      price: dearest.price.text,
      facts,
      ...(budgets.length > 0 ? { budgets: budgets.map((budget) => heldBudget(budget, call, gateway)) } : {}),
      ...(caller.token ? { token: { id: caller.token.id, accountId: caller.token.accountId, isUnlimited: caller.token.isUnlimited } } : {}),
    })
  } catch (error) {
    if (error instanceof BudgetShort) throw budgetUsedUp(budgets, error)
    // An exhausted key gets this API family's own error (server-behaviour 2.3, check 7).
    if (error instanceof AppError && error.code === 'pre_consume_token_quota_failed' && error.facts.available === 0)
      throw new AppError('token_exhausted', {}, { cause: error })
    if (error instanceof AppError && (error.code === 'insufficient_user_quota' || error.code === 'pre_consume_token_quota_failed'))
      throw new AppError(error.code, { ...error.facts, way_out: wayOut(pricedSize(call, dearest), offersTools) }, { cause: error })
    throw error
  }
}

/** What a call holds of a budget: money as much as of the balance, one call, or the tokens that it may use. */
function heldBudget({ accountId, unit }: KnownBudget, { facts, endpoint }: Call, { options }: Pick<Gateway, 'options'>) {
  if (unit === 'money') return { accountId }
  const assumed = options.get(preConsumedQuota)
  const amount = unit === 'calls' ? 1 : (batchOf(endpoint.operation)?.expectedTokens(assumed) ?? expectedTokens(facts, assumed))
  return { accountId, counted: { unit, amount } }
}

/** Names the budget that does not cover a call, and when it begins anew. */
function budgetUsedUp(budgets: readonly KnownBudget[], error: BudgetShort): AppError {
  const budget = budgets.find(({ accountId }) => accountId === error.accountId)
  if (!budget) throw error
  // The budget may just have been renewed.
  const nowMs = Date.now()
  const knownMs = budget.renewsAt * 1000
  const renewsAtMs = knownMs > nowMs ? knownMs : budgetSpan(budget.period, budget.zone, nowMs).endMs
  const facts = { limit: budget.quota, renews_at: zonedText(renewsAtMs, budget.zone) }
  if (budget.unit === 'money') return new AppError(`${budget.owner.kind}_budget_used_up`, facts, { cause: error })
  return new AppError(budget.unit === 'tokens' ? 'token_limit_reached' : 'call_limit_reached', facts, { cause: error })
}

/** What each attempt may answer and use at most, where the balance did not cover all of it. */
function withLowered(attempts: Hold['attempts'], call: Call, held: number): Hold['attempts'] {
  const result = new Map<Attempt, HeldAttempt>()
  for (const [attempt, { request, estimate }] of attempts) {
    if (estimate.shares) {
      result.set(attempt, {
        request,
        estimate: { ...estimate, shares: { ...estimate.shares, held: Math.min(held, estimate.shares.most) } },
      })
      continue
    }
    const less = lowered(pricedSize(call, attempt), attempt.price, expected(attempt, estimate), held)
    result.set(attempt, { request, estimate: Object.keys(less).length === 0 ? estimate : { ...estimate, lowered: less } })
  }
  return result
}

function expected({ isStreamed, reply }: Attempt, estimate: CostEstimate): ExpectedAnswer {
  const isStream = isStreamed && reply !== 'collect'
  return { ...estimate, isStream, isVisible: isStream && !estimate.isHidden }
}
