// Which limits a call is held to, of its token, its user, the user's group and the model; and its place under them, from its start to its end.
import type { CallLimits } from '@waystation/contract/calls/call-limits'
import { AppError } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import * as limits from '@waystation/contract/options/rate-limit'
import { expectedTokens } from '../../domain/pricing/hold-policy.ts'
import type { LimitLeft, Place, RateLimit, RateRefusal } from '../../lib/rate-window.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, Caller } from '../types.ts'

/** What a call is held to while it is under way, and afterwards by what it used. */
export interface Admission {
  /** It has been answered: counts as a success, on every limit that it is held to. */
  succeeded(): void
  /** It is over. @param tokens that it used, of prompt and response */
  ended(tokens: number): void
  /** What its limits left when it was admitted; empty where it has none. */
  readonly left: readonly LimitLeft[]
}

export const UNLIMITED: Admission = { succeeded: () => {}, ended: () => {}, left: [] }

export type LimitServices = Pick<Gateway, 'options' | 'rates'>

/** What is counted of a call. */
type Counted = 'attempt' | 'success' | 'tokens' | 'at once'

/** One limit of a call, and what of it counts. */
interface CallLimit extends RateLimit {
  readonly counts: Counted
}

const MINUTE_MS = 60_000

/**
 * Gives a call its place under all of its limits at once, or under none.
 * Throws rate_limit_exceeded, tokens_per_minute_exceeded, calls_at_once_exceeded or call_beyond_token_limit.
 */
export async function admitWithin(caller: Caller, call: Call, gateway: LimitServices): Promise<Admission> {
  const all = limitsOf(caller, call, gateway)
  if (all.length === 0) return UNLIMITED
  const beyond = all.find(({ counts, amount = 1, limit }) => counts === 'tokens' && amount > limit)
  if (beyond) throw new AppError('call_beyond_token_limit', { limit: beyond.limit, tokens: beyond.amount ?? 0 })
  const counted = all.filter(({ counts }) => counts === 'attempt')
  const held = all.filter(({ counts }) => counts !== 'attempt')
  const verdict = await gateway.rates.enter(counted, held)
  if (!verdict.isAllowed) throw limitReached(verdict)
  return new Entered(verdict.place, held)
}

/** For what asks no model: it counts as an attempt, and takes no time. Throws rate_limit_exceeded. */
export async function countAttempt(caller: Caller, call: Call | undefined, gateway: LimitServices): Promise<void> {
  const all = limitsOf(caller, call, gateway)
  if (all.length === 0) return
  const attempts = all.filter(({ counts }) => counts === 'attempt')
  const verdict = await gateway.rates.take(
    attempts,
    all.filter(({ counts }) => counts === 'success'),
  )
  if (!verdict.isAllowed) throw limitReached(verdict)
}

class Entered implements Admission {
  readonly #place: Place
  readonly #held: readonly CallLimit[]

  constructor(place: Place, held: readonly CallLimit[]) {
    this.#place = place
    this.#held = held
  }

  succeeded(): void {
    for (const [at, { counts }] of this.#held.entries()) if (counts === 'success') this.#place.end(at, 1)
  }

  ended(tokens: number): void {
    for (const [at, { counts }] of this.#held.entries()) this.#place.end(at, counts === 'tokens' ? tokens : 0)
  }

  get left(): readonly LimitLeft[] {
    return this.#place.left
  }
}

function limitReached({ refusedBy: { limit, windowMs, amount }, retrySeconds }: RateRefusal): AppError {
  const code = amount !== undefined ? 'tokens_per_minute_exceeded' : windowMs === 0 ? 'calls_at_once_exceeded' : 'rate_limit_exceeded'
  return new AppError(code, { limit, seconds: windowMs / 1000, retry_after: retrySeconds })
}

function limitsOf(caller: Caller, call: Call | undefined, { options }: Pick<Gateway, 'options'>): readonly CallLimit[] {
  const { token, user } = caller
  const isExempt = isExemptGroup(caller, options)
  const ofGroup = isExempt ? undefined : ownOf(options.get(limits.groupCallLimits), caller.group)
  const ofModel = call && !isExempt ? ownOf(options.get(limits.modelCallLimits), call.facts.model) : undefined
  const ofUser = ofGroup || user.limits ? { ...ofGroup, ...user.limits } : undefined
  if (!ofUser && !ofModel && !token?.limits && !token?.rateLimit && !options.get(limits.modelRequestRateLimitEnabled)) return []
  const tokens = call ? expectedTokens(call.facts.size, call.facts.model, options.get(preConsumedQuota)) : 1
  return [
    ...(token?.rateLimit
      ? asWindows({ key: `token ${token.id}`, windowMs: token.rateLimit.periodSeconds * 1000, ...token.rateLimit })
      : []),
    ...(isExempt ? [] : usersWindow(caller, options)),
    ...(token?.limits ? named(`token ${token.id}`, token.limits, tokens) : []),
    ...(ofUser ? named(`user ${user.id}`, ofUser, tokens) : []),
    ...(call && ofModel ? named(`user ${user.id} ${call.facts.model}`, ofModel, tokens) : []),
  ]
}

function ownOf(byName: Readonly<Record<string, CallLimits>>, name: string): CallLimits | undefined {
  return Object.hasOwn(byName, name) ? byName[name] : undefined
}

/** Some groups are exempt from the limits of users; not from those of a token, which its owner set (server-behaviour 12.3). */
function isExemptGroup({ group }: Caller, options: Gateway['options']): boolean {
  return options.get(globals.rateLimitExemptEnabled) && options.get(globals.rateLimitExemptGroup).includes(group)
}

/** How often a token or a user may call: attempts, of which 0 or less mean no limit, and successes. */
interface Window {
  readonly key: string
  readonly windowMs: number
  readonly count: number
  readonly successCount: number
}

function asWindows({ key, windowMs, count, successCount }: Window): CallLimit[] {
  const success: CallLimit = { key: `${key} ok`, limit: successCount, windowMs, counts: 'success' }
  return count > 0 ? [{ key, limit: count, windowMs, counts: 'attempt' }, success] : [success]
}

/** All tokens of a user together. */
function usersWindow({ user }: Caller, options: Gateway['options']): CallLimit[] {
  const minutes = options.get(limits.modelRequestRateLimitDurationMinutes)
  if (!options.get(limits.modelRequestRateLimitEnabled) || minutes <= 0) return []
  return asWindows({
    key: `user ${user.id}`,
    windowMs: minutes * MINUTE_MS,
    count: options.get(limits.modelRequestRateLimitCount),
    successCount: options.get(limits.modelRequestRateLimitSuccessCount),
  })
}

function named(key: string, { requests_per_minute, tokens_per_minute, calls_at_once }: CallLimits, tokens: number): CallLimit[] {
  return [
    ...(requests_per_minute === undefined
      ? []
      : [{ key: `${key} minute`, limit: requests_per_minute, windowMs: MINUTE_MS, counts: 'attempt' as const }]),
    ...(tokens_per_minute === undefined
      ? []
      : [{ key: `${key} tokens`, limit: tokens_per_minute, windowMs: MINUTE_MS, amount: tokens, counts: 'tokens' as const }]),
    ...(calls_at_once === undefined ? [] : [{ key: `${key} at once`, limit: calls_at_once, windowMs: 0, counts: 'at once' as const }]),
  ]
}
