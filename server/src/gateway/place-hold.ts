// Step 5: set the money aside, durably, before anybody upstream is asked.
import { AppError } from '@waystation/contract/errors'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import { noUsage } from '@waystation/contract/usage'
import { holdAmount } from '../domain/pricing/hold-policy.ts'
import type { Gateway } from './gateway.ts'
import { callLog } from './log-draft.ts'
import type { Call, Caller, Hold, RoutePlan } from './types.ts'

/** Holds what the dearest attempt may cost. Throws insufficient_user_quota, pre_consume_token_quota_failed, token_exhausted or billing_busy. */
export async function placeHold(caller: Caller, call: Call, plan: RoutePlan, gateway: Gateway): Promise<Hold> {
  const assumed = gateway.options.get(preConsumedQuota)
  let dearest = plan.attempts[0]
  let amount = 0
  for (const attempt of plan.attempts) {
    const needed = holdAmount(call.facts.size, attempt.price, assumed)
    if (needed >= amount) [dearest, amount] = [attempt, needed]
  }
  if (!dearest) throw new Error('a route plan has at least one attempt')

  const facts = callLog(call, caller, {
    attempt: dearest,
    quota: 0,
    usage: noUsage,
    now: performance.now(),
    other: { end_reason: 'recovered', usage_source: 'none' },
    isBrief: true,
  })
  try {
    await gateway.ledger.hold({
      id: call.id,
      userAccountId: caller.user.accountId,
      userId: caller.user.id,
      amount,
      price: JSON.stringify(dearest.price.price),
      facts,
      ...(caller.token ? { token: { id: caller.token.id, accountId: caller.token.accountId, isUnlimited: caller.token.isUnlimited } } : {}),
    })
  } catch (error) {
    // A key with nothing left at all is told so in the family's own way (server-behaviour 2.3, check 7).
    if (error instanceof AppError && error.code === 'pre_consume_token_quota_failed' && error.facts.available === 0)
      throw new AppError('token_exhausted', {}, { cause: error })
    throw error
  }
  return { id: call.id, amount }
}
