// Numbers and words of the request as a whole.
import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest } from '../chat/request.ts'

/** An answer of no tokens only warms a cache, which one vendor knows; all others take one token at least. */
export function withSomeOutput(request: ChatRequest, losses: LossLog): ChatRequest {
  if ((request.maxOutputTokens ?? 1) >= 1) return request
  losses.add('maxOutputTokens', 'not-expressible')
  return { ...request, maxOutputTokens: 1 }
}

/** No answer is longer than the model's longest. */
export function limitOutputTokens(request: ChatRequest, { most }: { readonly most: number }, losses: LossLog): ChatRequest {
  if ((request.maxOutputTokens ?? 0) <= most) return request
  losses.add('maxOutputTokens', 'not-expressible')
  return { ...request, maxOutputTokens: most }
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
