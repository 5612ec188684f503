// Which limits a call is held to, of its token, its user, the user's group and the model; and its place under them, from its start to its end.
import type { CallLimits } from '@waystation/contract/calls/call-limits'
import { AppError } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import * as limits from '@waystation/contract/options/rate-limit'
import { expectedTokens } from '../../domain/pricing/hold-policy.ts'
import { endHeld, type MinuteLimits, minuteLimits } from '../../lib/shared/minute-limits.ts'
import type { LimitLeft, RateLimit, RateRefusal } from '../../lib/shared/rate-window.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'

/** What a call is held to while it is under way, and afterwards by what it used. */
export interface Admission {
  /** It has been answered: counts as a success, on every limit that it is held to. */
  succeeded(): void
  /** It is over. @param tokens that it used, of prompt and response */
  ended(tokens: number): void
  /** What its limits left when it was admitted; empty where it has none. */
  readonly left: readonly LimitLeft[]
}

const UNLIMITED: Admission = { succeeded: () => {}, ended: () => {}, left: [] }

type LimitServices = Pick<Gateway, 'options' | 'rates'>

/** The limits of a call. */
interface LimitsOfCall extends MinuteLimits {
  /** Count once it has been answered; until then its place is held. */
  readonly successes: readonly RateLimit[]
}

/**
 * Gives a call its place under all of its limits at once, or under none.
 * Throws rate_limit_exceeded, tokens_per_minute_exceeded, calls_at_once_exceeded or call_beyond_token_limit.
 */
export async function admitWithin(caller: Caller, call: Call, gateway: LimitServices): Promise<Admission> {
  const limited = limitsOf(caller, call, gateway)
  if (!limited) return UNLIMITED
  const tooLarge = beyondLimit(limited)
  if (tooLarge) throw tooLarge
  const { counted, successes } = limited
  const held = [...successes, ...limited.held]
  const verdict = await gateway.rates.enter(counted, held)
  if (!verdict.isAllowed) throw limitReached(verdict)
  const { place } = verdict
  return {
    left: place.left,
    succeeded() {
      for (const at of successes.keys()) place.end(at, 1)
    },
    ended: (tokens) => endHeld(place, held, tokens),
  }
}

/** What a call would be refused with by its limits as things stand, where it takes no place; undefined: they let it in. */
export async function limitRefusal(caller: Caller, call: Call, gateway: LimitServices): Promise<AppError | undefined> {
  const limited = limitsOf(caller, call, gateway)
  if (!limited) return undefined
  const tooLarge = beyondLimit(limited)
  if (tooLarge) return tooLarge
  const verdict = await gateway.rates.take([], [...limited.successes, ...limited.held, ...limited.counted])
  return verdict.isAllowed ? undefined : limitReached(verdict)
}

/** A call that may use more tokens than a limit allows in a minute. */
function beyondLimit({ held }: LimitsOfCall): AppError | undefined {
  const beyond = held.find(({ amount = 0, limit }) => amount > limit)
  return beyond && new AppError('call_beyond_token_limit', { limit: beyond.limit, tokens: beyond.amount ?? 0 })
}

/** For what asks no model: it counts as an attempt, and takes no time. Throws rate_limit_exceeded. */
export async function countAttempt(caller: Caller, call: Call | undefined, gateway: LimitServices): Promise<void> {
  const limited = limitsOf(caller, call, gateway)
  if (!limited) return
  const verdict = await gateway.rates.take(limited.counted, limited.successes)
  if (!verdict.isAllowed) throw limitReached(verdict)
}

function limitReached({ refusedBy: { limit, windowMs, amount }, retrySeconds }: RateRefusal): AppError {
  const code = amount !== undefined ? 'tokens_per_minute_exceeded' : windowMs === 0 ? 'calls_at_once_exceeded' : 'rate_limit_exceeded'
  return new AppError(code, { limit, seconds: windowMs / 1000, retry_after: retrySeconds })
}

/** Undefined: none. */
function limitsOf(caller: Caller, call: Call | undefined, { options }: Pick<Gateway, 'options'>): LimitsOfCall | undefined {
  const { token, user } = caller
  const isExempt = isExemptGroup(caller, options)
  const ofGroup = isExempt ? undefined : ownOf(options.get(limits.groupCallLimits), caller.group)
  const ofModel = call && !isExempt ? ownOf(options.get(limits.modelCallLimits), call.facts.model) : undefined
  const ofUser = ofGroup || user.limits ? { ...ofGroup, ...user.limits } : undefined
  const windows = [tokenWindow(caller), isExempt ? undefined : userWindow(caller, options)].filter((one) => one !== undefined)
  if (!ofUser && !ofModel && !token?.limits && windows.length === 0) return undefined
  const attempts = windows.filter(({ count }) => count > 0).map(({ key, count, windowMs }) => ({ key, limit: count, windowMs }))
  const successes = windows.map(({ key, successCount, windowMs }) => ({ key: `${key} ok`, limit: successCount, windowMs }))
  if (!ofUser && !ofModel && !token?.limits) return { counted: attempts, successes, held: [] }
  const tokens = call ? expectedTokens(call.facts, options.get(preConsumedQuota)) : 1
  const named: readonly MinuteLimits[] = [
    ...(token?.limits ? [minuteLimits(`token ${token.id}`, token.limits, tokens)] : []),
    ...(ofUser ? [minuteLimits(`user ${user.id}`, ofUser, tokens)] : []),
    ...(call && ofModel ? [minuteLimits(`user ${user.id} ${call.facts.model}`, ofModel, tokens)] : []),
  ]
  return {
    counted: [...attempts, ...named.flatMap(({ counted }) => counted)],
    successes,
    held: named.flatMap(({ held }) => held),
  }
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

function tokenWindow({ token }: Caller): Window | undefined {
  if (!token?.rateLimit) return undefined
  return { key: `token ${token.id}`, windowMs: token.rateLimit.periodSeconds * 1000, ...token.rateLimit }
}

/** All tokens of a user together. */
function userWindow({ user }: Caller, options: Gateway['options']): Window | undefined {
  const minutes = options.get(limits.modelRequestRateLimitDurationMinutes)
  if (!options.get(limits.modelRequestRateLimitEnabled) || minutes <= 0) return undefined
  return {
    key: `user ${user.id}`,
    windowMs: minutes * 60_000,
    count: options.get(limits.modelRequestRateLimitCount),
    successCount: options.get(limits.modelRequestRateLimitSuccessCount),
  }
}
