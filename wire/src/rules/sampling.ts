import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest, Sampling } from '../chat/request/request.ts'
import { defined } from '../defined.ts'
import type { SamplingRule, StopRule } from './vendors/chat-rules.ts'

/** Values that ask for what happens anyway: to leave them out loses nothing. */
const defaults: Readonly<Partial<Sampling>> = { temperature: 1, topP: 1, presencePenalty: 0, frequencyPenalty: 0, logprobs: false }

/** Leaves out what the model refuses, and names it. */
export function limitSampling(request: ChatRequest, rule: SamplingRule, losses: LossLog): ChatRequest {
  const { sampling } = request
  if (sampling === undefined) return request
  const dropped = new Set<keyof Sampling>()
  const taken = rule.takenAtEffort
  const isTaken = taken !== undefined && effortOf(request, taken.usual) === taken.effort
  if (!isTaken) for (const key of rule.refused ?? []) if (sampling[key] !== undefined) dropped.add(key)
  for (const [first, second] of rule.notTogether ?? [])
    if (sampling[first] !== undefined && sampling[second] !== undefined && !dropped.has(first)) dropped.add(second)
  for (const key of dropped) if (sampling[key] !== defaults[key]) losses.add(`sampling.${key}`, 'not-expressible')
  const kept: Sampling = Object.fromEntries(Object.entries(sampling).filter(([key]) => !dropped.has(key as keyof Sampling)))
  const bounded = withinBounds(kept, rule.bounds ?? {}, losses)
  return dropped.size === 0 && bounded === kept ? request : { ...request, sampling: defined(bounded) }
}

/** A budget is written as some effort that thinks; undefined stands for it. */
function effortOf({ reasoning }: ChatRequest, usual: string): string | undefined {
  const isBudget = reasoning?.isEnabled !== false && (reasoning?.budgetTokens ?? 0) > 0
  return reasoning?.effort ?? (isBudget ? undefined : usual)
}

function withinBounds(sampling: Sampling, bounds: NonNullable<SamplingRule['bounds']>, losses: LossLog): Sampling {
  let bounded = sampling
  for (const key of ['temperature', 'topP'] as const) {
    const [value, bound] = [sampling[key], bounds[key]]
    if (value === undefined || bound === undefined || (value >= bound[0] && value <= bound[1])) continue
    losses.add(`sampling.${key}`, 'not-expressible')
    bounded = { ...bounded, [key]: value < bound[0] ? bound[0] : bound[1] }
  }
  return bounded
}

/** A number of alternatives says nothing where no probabilities are requested, and vendors refuse it alone. */
export function withoutIdleAlternatives(request: ChatRequest, losses: LossLog): ChatRequest {
  const { topLogprobs, ...rest } = request.sampling ?? {}
  if (topLogprobs === undefined || rest.logprobs === true) return request
  if (topLogprobs > 0) losses.add('sampling.topLogprobs', 'not-expressible')
  return { ...request, sampling: rest }
}

/** The first stop words that the model takes; those without any letter are left out. */
export function limitStopWords(
  request: ChatRequest,
  { max, maxLength = Number.POSITIVE_INFINITY }: StopRule,
  losses: LossLog,
): ChatRequest {
  const { stop } = request
  if (stop === undefined) return request
  const kept: string[] = []
  for (const [index, word] of stop.entries()) {
    if (word !== '' && word.length <= maxLength && kept.length < max) kept.push(word)
    else if (word !== '') losses.add(`stop[${index}]`, 'not-expressible')
  }
  if (kept.length === stop.length && kept.length > 0) return request
  const { stop: _, ...rest } = request
  return kept.length === 0 ? rest : { ...rest, stop: kept }
}
