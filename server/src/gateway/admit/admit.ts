// Step 3: may this caller make this call? Checks everything but money, which is checked last (decision D10).
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import * as limits from '@waystation/contract/options/rate-limit'
import type { Gateway } from '../gateway.ts'
import type { Call, Caller } from '../types.ts'
import { MAX_DRAINS_PER_USER } from './drains.ts'

/** What admitting takes. */
export type AdmitServices = Pick<Gateway, 'options' | 'rates' | 'drains'>

/** A window whose successes are counted when the call has ended. */
export interface Admission {
  /** Counts the call as a success, on every limit that it is held to. */
  succeeded(): void
}

interface Limit {
  readonly key: string
  readonly windowMs: number
  /** Attempts, failed ones too; 0 or less: no limit. */
  readonly count: number
  readonly successCount: number
}

/** Throws browser_extension_blocked, model_not_allowed, too_many_drains or rate_limit_exceeded. */
export function admit(caller: Caller, call: Call, request: IncomingMessage, gateway: AdmitServices): Admission {
  if (gateway.options.get(globals.blockBrowserExtensionEnabled) && /extension.*:\/\//i.test(request.headers.origin ?? ''))
    throw new AppError('browser_extension_blocked')
  const allowed = caller.token?.models
  if (allowed && !allowed.has(call.facts.model)) throw new AppError('model_not_allowed', { model: call.facts.model })

  if (gateway.drains.of(caller.user.id) >= MAX_DRAINS_PER_USER) throw new AppError('too_many_drains', { limit: MAX_DRAINS_PER_USER })
  const held = [tokenLimit(caller), userLimit(caller, gateway)].filter((limit) => limit !== undefined)
  // Successes are looked at on every limit before an attempt is counted on any.
  for (const limit of held)
    refuseUnless(gateway.rates.peek(`${limit.key} ok`, limit.successCount, limit.windowMs), limit.successCount, limit)
  for (const limit of held)
    if (limit.count > 0) refuseUnless(gateway.rates.take(limit.key, limit.count, limit.windowMs), limit.count, limit)
  return {
    succeeded() {
      for (const limit of held) gateway.rates.add(`${limit.key} ok`, limit.successCount, limit.windowMs)
    },
  }
}

function refuseUnless(verdict: { isAllowed: true } | { isAllowed: false; retrySeconds: number }, count: number, limit: Limit): void {
  if (!verdict.isAllowed)
    throw new AppError('rate_limit_exceeded', { limit: count, seconds: limit.windowMs / 1000, retry_after: verdict.retrySeconds })
}

function tokenLimit({ token }: Caller): Limit | undefined {
  if (!token?.rateLimit) return undefined
  const { periodSeconds, count, successCount } = token.rateLimit
  return { key: `token ${token.id}`, windowMs: periodSeconds * 1000, count, successCount }
}

/** All tokens of a user together; some groups may be exempt (server-behaviour 12.3). */
function userLimit({ user, group }: Caller, { options }: Pick<Gateway, 'options'>): Limit | undefined {
  const minutes = options.get(limits.modelRequestRateLimitDurationMinutes)
  if (!options.get(limits.modelRequestRateLimitEnabled) || minutes <= 0) return undefined
  if (options.get(globals.rateLimitExemptEnabled) && options.get(globals.rateLimitExemptGroup).includes(group)) return undefined
  return {
    key: `user ${user.id}`,
    windowMs: minutes * 60_000,
    count: options.get(limits.modelRequestRateLimitCount),
    successCount: options.get(limits.modelRequestRateLimitSuccessCount),
  }
}
