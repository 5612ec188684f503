// Which of the models behind a virtual one take a call, and in which order (server-behaviour 3.6). Shares and conditions are our own.
import type { ActualModel, ActualModelCondition } from '@waystation/contract/models/model-mapping'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { Caller } from '../caller.ts'
import type { Call } from '../types.ts'
import type { PlanParts } from './plan-parts.ts'

/**
 * The names of the models behind the one that is asked for, whose conditions hold, as they are tried: the best priority first, those of one
 * priority in random order, with a greater share the sooner. Undefined: it is no virtual model.
 */
export function drawnBehind(caller: Caller, call: Call, { catalog, random }: Pick<PlanParts, 'catalog' | 'random'>): string[] | undefined {
  const fit = fitBehind(caller, call, { catalog })
  if (!fit) return undefined
  if (fit.length === 1) return fit.map(({ model }) => model)
  // The greatest of `random ^ (1 / share)` is as likely to be one of them as its share says (Efraimidis and Spirakis, 2006).
  return fit
    .map(({ model, priorities, share = 1 }) => ({ model, priorities, luck: random() ** (1 / share) }))
    .toSorted((one, other) => other.priorities - one.priorities || other.luck - one.luck)
    .map(({ model }) => model)
}

/** Those whose conditions hold, in the order in which they are listed. Undefined: it is no virtual model. */
export function fitBehind(caller: Caller, call: Call, { catalog }: Pick<PlanParts, 'catalog'>): readonly ActualModel[] | undefined {
  return catalog.behind(call.facts.model)?.filter(({ when }) => !when || holds(when, caller, call))
}

/** Is this among the models that come first? A conversation stays with one of equal priority, and goes back to a better one. */
export function isBest(model: string, fit: readonly ActualModel[]): boolean {
  const best = Math.max(...fit.map(({ priorities }) => priorities))
  return fit.some((one) => one.model === model && one.priorities === best)
}

function holds(when: ActualModelCondition, { group, tokenName }: Caller, { facts: { size }, headerOf }: Call): boolean {
  if (when.groups && !when.groups.includes(group)) return false
  if (when.tokens && !when.tokens.includes(tokenName)) return false
  if (when.header) {
    const value = headerOf?.(when.header.name)
    if (value === undefined || (when.header.is !== undefined && value !== when.header.is)) return false
  }
  const tokens = typicalTokens(size.textBytes)
  if (tokens < (when.min_prompt_tokens ?? 0) || tokens > (when.max_prompt_tokens ?? Number.POSITIVE_INFINITY)) return false
  const carries = (kinds: readonly string[]) => size.media.some(({ kind }) => kinds.includes(kind))
  return (!when.with_media || carries(when.with_media)) && !(when.without_media && carries(when.without_media))
}
