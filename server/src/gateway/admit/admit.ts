// Step 3: may this caller make this call? Checks everything but money, which is checked last (decision D10).
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import * as limits from '@waystation/contract/options/rate-limit'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, Caller } from '../types.ts'
import { MAX_DRAINS_PER_USER } from './drains.ts'

/** What admitting takes. */
export type AdmitServices = Pick<Gateway, 'options' | 'rates' | 'drains'>

/** What a call is held to when it has been answered. */
export interface Admission {
  /** Counts the call as a success, on every limit that it is held to. */
  succeeded(): void
}

/** How often a token or a user may call. */
interface CallLimit {
  readonly key: string
  readonly windowMs: number
  /** Attempts, failed ones too; 0 or less: no limit. */
  readonly count: number
  readonly successCount: number
}

const UNLIMITED: Admission = { succeeded: () => {} }

/** Throws browser_extension_blocked, model_not_allowed, too_many_drains or rate_limit_exceeded. */
export async function admit(caller: Caller, call: Call, request: IncomingMessage, gateway: AdmitServices): Promise<Admission> {
  assertNoExtension(request, gateway)
  const { model } = call.facts
  if (caller.token && !mayUseModel(caller.token.models, model)) throw new AppError('model_not_allowed', { model })
  return admitWithinLimits(caller, gateway)
}

/** The same for a request that asks no model. Throws browser_extension_blocked, too_many_drains or rate_limit_exceeded. */
export async function admitWithoutModel(caller: Caller, request: IncomingMessage, gateway: AdmitServices): Promise<Admission> {
  assertNoExtension(request, gateway)
  return admitWithinLimits(caller, gateway)
}

function assertNoExtension({ headers }: IncomingMessage, { options }: Pick<Gateway, 'options'>): void {
  if (options.get(globals.blockBrowserExtensionEnabled) && /extension.*:\/\//i.test(headers.origin ?? ''))
    throw new AppError('browser_extension_blocked')
}

function admitWithinLimits(caller: Caller, gateway: AdmitServices): Admission | Promise<Admission> {
  if (gateway.drains.of(caller.user.id) >= MAX_DRAINS_PER_USER) throw new AppError('too_many_drains', { limit: MAX_DRAINS_PER_USER })
  const limits = [tokenLimit(caller), userLimit(caller, gateway)].filter((limit) => limit !== undefined)
  return limits.length === 0 ? UNLIMITED : admitWithin(limits, gateway)
}

/** Successes are only looked at here: they are counted when the call has been answered. */
async function admitWithin(limits: readonly CallLimit[], { rates }: Pick<AdmitServices, 'rates'>): Promise<Admission> {
  const attempts = limits.filter(({ count }) => count > 0).map(({ key, count, windowMs }) => ({ key, limit: count, windowMs }))
  const successes = limits.map(({ key, successCount, windowMs }) => ({ key: `${key} ok`, limit: successCount, windowMs }))
  const verdict = await rates.take(attempts, successes)
  if (!verdict.isAllowed) {
    const { limit, windowMs } = verdict.refusedBy
    throw new AppError('rate_limit_exceeded', { limit, seconds: windowMs / 1000, retry_after: verdict.retrySeconds })
  }
  return { succeeded: () => void rates.add(successes) }
}

function tokenLimit({ token }: Caller): CallLimit | undefined {
  if (!token?.rateLimit) return undefined
  const { periodSeconds, count, successCount } = token.rateLimit
  return { key: `token ${token.id}`, windowMs: periodSeconds * 1000, count, successCount }
}

/** All tokens of a user together; some groups may be exempt (server-behaviour 12.3). */
function userLimit({ user, group }: Caller, { options }: Pick<Gateway, 'options'>): CallLimit | undefined {
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
