// Numbers and words of the request as a whole.
import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest } from '../chat/request/request.ts'
import type { OutputTokensRule } from './vendors/chat-rules.ts'

/** An answer of no tokens only warms a cache, which one vendor knows; all others take one token at least. */
export function withSomeOutput(request: ChatRequest, losses: LossLog): ChatRequest {
  if ((request.maxOutputTokens ?? 1) >= 1) return request
  losses.add('maxOutputTokens', 'not-expressible')
  return { ...request, maxOutputTokens: 1 }
}

/** No answer is longer than the model's longest. */
export function limitOutputTokens(request: ChatRequest, { max }: OutputTokensRule, losses: LossLog): ChatRequest {
  if (max === undefined) return request
  const limited = withinBudget(request, max, losses)
  if ((limited.maxOutputTokens ?? 0) <= max) return limited
  losses.add('maxOutputTokens', 'not-expressible')
  return { ...limited, maxOutputTokens: max }
}

/** Tokens that are left for the answer itself beside the largest budget for thinking. */
const ANSWER_TOKENS = 1024
/** A limit that is added for a request without one leaves so many beside the budget. */
const USUAL_TOKENS = 8192

/** A budget for thinking counts against the limit, so it is smaller. */
function withinBudget(request: ChatRequest, max: number, losses: LossLog): ChatRequest {
  const { reasoning, maxOutputTokens } = request
  const budget = reasoning?.budgetTokens ?? 0
  if (budget <= 0 || budget + USUAL_TOKENS <= max) return request
  const budgetTokens = Math.min(budget, max - ANSWER_TOKENS)
  if (budgetTokens < budget) losses.add('reasoning.budgetTokens', 'not-expressible')
  return { ...request, maxOutputTokens: maxOutputTokens ?? max, reasoning: { ...reasoning, budgetTokens } }
}

/** Tiers that mean the usual one: to leave them out loses nothing. */
const usualTiers: readonly string[] = ['auto', 'default', 'standard']

export function limitServiceTier(request: ChatRequest, words: readonly string[], losses: LossLog): ChatRequest {
  const { serviceTier, ...rest } = request
  if (serviceTier === undefined || words.includes(serviceTier)) return request
  if (!usualTiers.includes(serviceTier)) losses.add('serviceTier', 'not-expressible')
  return rest
}

/** A whole answer of a model that only streams. */
export function limitWhole(request: ChatRequest, _always: true, losses: LossLog): ChatRequest {
  if (request.stream !== true) losses.add('stream', 'needed')
  return request
}
