import type { Availability, Verdict } from '../../domain/channel/availability/availability.ts'
import type { RoutePlan } from '../attempt.ts'

/**
 * Seconds until the first of all channels that offer the model has a key that has cooled; undefined where one may be used now, or was not
 * looked at.
 */
export function leastWaitSeconds({ attempts, considered }: RoutePlan, availability: Pick<Availability, 'look'>): number | undefined {
  const candidates = considered.tiers.reduce((sum, tier) => sum + tier.candidates.length, 0)
  if (candidates > attempts.length + considered.skipped.length) return undefined
  const waits = [
    ...attempts.flatMap(({ channel, upstreamModel }) => waitOf(availability.look(channel, upstreamModel))),
    // Those that are out for another reason do not come back by waiting.
    ...considered.skipped.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs])),
  ]
  const least = Math.min(...waits)
  return waits.length === 0 || least === 0 ? undefined : Math.ceil(least / 1000)
}

/** Of a channel without a key there is nothing to wait for. */
function waitOf(verdict: Verdict): number[] {
  if (verdict.isUsable) return [0]
  return verdict.reason === 'no_key' ? [] : [verdict.waitMs]
}
