// Step 5: set the money aside, durably, before any vendor is called.

import { noUsage } from '@waystation/contract/calls/usage'
import { AppError, type Words } from '@waystation/contract/errors'
import { budgetSpan } from '@waystation/contract/money/budget'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import { zonedText } from '@waystation/contract/values/calendar'
import { BudgetShort, type HoldNeed } from '../../domain/ledger/holds/hold-request.ts'
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
  const need = await needOf(call, plan.attempts, gateway)
  const held = await holdAmount(caller, call, gateway, need)
  return { id: call.id, amount: held, attempts: held < need.amount ? withLowered(need.attempts, call, held) : need.attempts }
}

/** What a call takes of money, whichever of these attempts answers it. */
export async function needOf(
  call: Call,
  planned: readonly Attempt[],
  gateway: Pick<PlaceHoldServices, 'options' | 'prices'>,
): Promise<HoldParts & Pick<Hold, 'attempts'>> {
  const assumed = gateway.options.get(preConsumedQuota)
  const batch = batchOf(call.endpoint.operation)
  const attempts = new Map<Attempt, HeldAttempt>()
  let dearest = planned[0]
  let amount = 0
  let minimum = 0
  for (const attempt of planned) {
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
  const priciest = dearest
  return { attempts, dearest, amount, minimum, wayOut: () => wayOut(pricedSize(call, priciest), offersTools) }
}

/** What is set aside for a call. */
export interface HoldParts {
  readonly dearest: Attempt
  /** Quota units. */
  readonly amount: number
  readonly minimum: number
  /** What its caller can do where the balance is short. */
  readonly wayOut: () => Words
}

/** Sets so much aside. Throws as placeHold. */
export async function holdAmount(caller: Caller, call: Call, gateway: PlaceHoldServices, parts: HoldParts): Promise<number> {
  const facts = callLog(call, caller, {
    attempt: parts.dearest,
    quota: 0,
    usage: noUsage,
    now: gateway.clock.now(),
    other: { end_reason: 'recovered', usage_source: 'none' },
    isBrief: true,
  })
  const budgets = budgetsOf(caller)
  await gateway.budgets.renewDue(budgets)
  try {
    const need = heldOf(caller, call, budgets, parts, gateway)
    return await gateway.ledger.hold({ id: call.id, userId: caller.user.id, ...need, price: parts.dearest.price.text, facts })
  } catch (error) {
    throw error instanceof AppError || error instanceof BudgetShort ? told(error, budgets, parts) : error
  }
}

/** What a call would be refused with for want of money as things stand, where nothing is held; undefined: it would be paid. */
export async function moneyRefusal(
  caller: Caller,
  call: Call,
  gateway: Pick<Gateway, 'options' | 'budgets'> & { readonly ledger: Pick<Gateway['ledger'], 'refusal'> },
  parts: HoldParts,
): Promise<AppError | undefined> {
  // Those that are due begin anew with the next call.
  const budgets = gateway.budgets.running(budgetsOf(caller))
  const refusal = await gateway.ledger.refusal(heldOf(caller, call, budgets, parts, gateway))
  return refusal && told(refusal, budgets, parts)
}

const budgetsOf = ({ token, user }: Caller): readonly KnownBudget[] => [...(token?.budgets ?? []), ...user.budgets]

/** Who pays for a call, and what is set aside of each. */
function heldOf(
  { token, user }: Caller,
  call: Call,
  budgets: readonly KnownBudget[],
  { amount, minimum }: Pick<HoldParts, 'amount' | 'minimum'>,
  gateway: Pick<Gateway, 'options'>,
): HoldNeed {
  return {
    userAccountId: user.accountId,
    amount,
    ...(minimum < amount ? { minimum } : {}),
    ...(budgets.length > 0 ? { budgets: budgets.map((budget) => heldBudget(budget, call, gateway)) } : {}),
    ...(token ? { token: { id: token.id, accountId: token.accountId, isUnlimited: token.isUnlimited } } : {}),
  }
}

/** The ledger's refusal in the words of this API family. */
function told(error: AppError | BudgetShort, budgets: readonly KnownBudget[], parts: Pick<HoldParts, 'wayOut'>): AppError {
  if (error instanceof BudgetShort) return budgetUsedUp(budgets, error)
  // An exhausted key has an error of its own (server-behaviour 2.3, check 7).
  if (error.code === 'pre_consume_token_quota_failed' && error.facts.available === 0)
    return new AppError('token_exhausted', {}, { cause: error })
  if (error.code === 'insufficient_user_quota' || error.code === 'pre_consume_token_quota_failed')
    return new AppError(error.code, { ...error.facts, way_out: parts.wayOut() }, { cause: error })
  return error
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
