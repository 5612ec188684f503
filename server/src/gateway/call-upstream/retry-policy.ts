// When another channel is tried (R3, decision D26).
import * as globals from '@waystation/contract/options/global'
import { relayRetryAfterSilence } from '@waystation/contract/options/relay'
import { isStatusListed } from '@waystation/contract/options/status-list'
import { statusClass } from '../../domain/channel/health/status-class.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import { spares } from '../plan-route/draw-order.ts'
import type { FailureFacts } from '../upstream/failure.ts'

/** How many tries a call has with one model: the first and the retries. */
export function maxAttempts(options: OptionReader): number {
  return 1 + options.get(options.get(globals.autoRetryEnabled) ? globals.autoRetryCount : globals.retryTimes)
}

/** How many tries a call has: those with one model, and one more with each further model behind a virtual one. */
export function triesAllowed({ modelCount = 1 }: Pick<RoutePlan, 'modelCount'>, options: OptionReader): number {
  return maxAttempts(options) + modelCount - 1
}

/** The attempts that may be made, in order. */
export function attemptsAllowed(plan: RoutePlan, options: OptionReader): readonly Attempt[] {
  if (plan.isPinned) return plan.attempts.slice(0, 1)
  const most = triesAllowed(plan, options)
  const mayRepeat = options.get(globals.autoRetryEnabled) && !options.get(globals.autoRetryForceChannelSwitch)
  // Those with limits of their own may be more: full ones are passed over.
  if (!mayRepeat || plan.attempts.length >= most) return plan.attempts.slice(0, most + spares(plan.attempts))
  // Every channel has been tried and tries are left: the round begins again.
  return Array.from({ length: most }, (_, at) => plan.attempts[at % plan.attempts.length]).filter((attempt) => attempt !== undefined)
}

/**
 * May another channel be tried after this failure? Only called while nothing has been sent to the client.
 * @param missing channels that did not know the model, this one included
 */
export function mayRetry(failure: FailureFacts, options: OptionReader, missing = 0): boolean {
  if (failure.kind === 'connection' || failure.kind === 'blocked' || failure.kind === 'untranslatable') return true
  // The vendor may be working on it, and bill it.
  if (failure.kind === 'silence') return options.get(relayRetryAfterSilence)
  // Decision D78: no other vendor would take the request; but one that does not know the model may be alone in that.
  const about = statusClass(failure.status)
  if (about === 'request') return false
  if (about === 'missing') return missing <= 1
  if (options.get(globals.autoRetryEnabled)) return isStatusListed(options.get(globals.autoRetryStatusCodes), failure.status)
  return isRetriedByDefault(failure.status)
}

/** The family's table (server-behaviour 3.3): slow answers are not retried. */
function isRetriedByDefault(status: number): boolean {
  return status >= 300 && statusClass(status) !== 'slow'
}
