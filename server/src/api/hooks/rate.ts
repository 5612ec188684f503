// How often an address may call (decision D32).
import type { RateClass } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import type { Alternatives } from '../../domain/throttle/counter.ts'
import { criticalRules, criticalUserRules } from '../../domain/throttle/rules.ts'
import type { CountedTry, Throttle } from '../../domain/throttle/throttle.ts'
import { limitKey } from '../../lib/net/client-ip.ts'
import type { RateWindow } from '../../lib/shared/rate-window.ts'
import type { Hook } from './hook.ts'

/** How many calls an address may make, and within which time. */
export interface RateLimits {
  readonly console: { readonly count: number; readonly windowMs: number }
  /** Shared by all critical calls of an address, such as logging in, and by those of a user, such as paying. */
  readonly critical: { readonly count: number; readonly windowMs: number }
  /** Of one user's access token, from wherever it is used; absent: the usual one. */
  readonly accessToken?: { readonly count: number; readonly windowMs: number }
}

const RATE_LIMITS: RateLimits = { console: { count: 1200, windowMs: 180_000 }, critical: { count: 20, windowMs: 1_200_000 } }

export interface RateParts {
  readonly rates: RateWindow
  /** Counts critical calls, across restarts. */
  readonly throttle: Pick<Throttle, 'take'>
  readonly limits?: RateLimits
}

/**
 * Counts every request below /api, also one to a path that does not exist. What tabs ask by themselves has a counter of its own, so that
 * many of them behind one address leave the people room for their clicks.
 * @throws AppError too_many_requests
 */
export function consoleRate({ rates, limits = RATE_LIMITS }: RateParts): (ip: string, rate: RateClass | undefined) => Promise<void> {
  return async (ip, rate) => {
    const { count, windowMs } = limits.console
    const verdict = await rates.take([{ key: `${rate === 'poll' ? 'poll' : 'console'} ${limitKey(ip)}`, limit: count, windowMs }])
    if (!verdict.isAllowed) throw new AppError('too_many_requests', { seconds: verdict.retrySeconds })
  }
}

/**
 * Counts the critical calls of an address. A login that succeeds is given back at its end (`context.loginTry`).
 * @throws AppError too_many_requests
 */
export function criticalRate({ throttle, limits = RATE_LIMITS }: RateParts): Hook {
  return async ({ endpoint, context }) => {
    if (endpoint.rate !== 'critical' && endpoint.rate !== 'login') return
    const counted = await take(throttle, criticalRules(context.ip, limits.critical))
    if (endpoint.rate === 'login') context.loginTry = counted
  }
}

/**
 * Counts what a user does seldom and could do often: redeeming, paying, revealing keys. By user, so that it keeps no neighbour out.
 * @throws AppError too_many_requests
 */
export function userRate({ throttle, limits = RATE_LIMITS }: RateParts): Hook {
  return async ({ endpoint, context: { caller } }) => {
    if (endpoint.rate === 'user' && caller) await take(throttle, criticalUserRules(caller.id, limits.critical))
  }
}

async function take(throttle: RateParts['throttle'], rules: Alternatives): Promise<CountedTry> {
  const verdict = await throttle.take(rules)
  if ('retrySeconds' in verdict) throw new AppError('too_many_requests', { seconds: verdict.retrySeconds })
  return verdict
}
