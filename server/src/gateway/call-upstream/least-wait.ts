import type { KeyRing } from '../../domain/channel/keys/key-ring.ts'
import type { RoutePlan } from '../attempt.ts'

/**
 * Seconds until the first of all channels that offer the model has a key that has cooled; undefined where one may be used now, or was not
 * looked at.
 */
export function leastWaitSeconds({ attempts, considered }: RoutePlan, keys: Pick<KeyRing, 'waitMs'>): number | undefined {
  const candidates = considered.tiers.reduce((sum, tier) => sum + tier.candidates.length, 0)
  if (candidates > attempts.length + considered.skipped.length) return undefined
  const waits = [
    ...attempts.map(({ channel, upstreamModel }) => keys.waitMs(channel, upstreamModel)),
    // Those that are out for another reason do not come back by waiting.
    ...considered.skipped.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs])),
  ].filter((waitMs) => waitMs !== undefined)
  const least = Math.min(...waits)
  return waits.length === 0 || least === 0 ? undefined : Math.ceil(least / 1000)
}
