// Ends calls that are under way when the token or user behind them loses the right to make them: at once where this process made the
// change, and within a second where another process changed the database.
import type { Running } from '../../domain/token/standing.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Gateway } from '../gateway.ts'
import { assertUsable } from './authenticate.ts'

const LOOK_EVERY_MS = 500

export interface Revocation {
  stop(): void
}

/** Which of these calls may not go on, by the database. */
export type FindLost = <One extends Running>(
  running: readonly One[],
  isUsable: (group: string, ownGroup: string) => boolean,
) => Promise<One[]>

/** Watches until it is stopped. @param onTrouble gets the error of a failed check; checking goes on */
export function watchRevocation(
  gateway: Pick<Gateway, 'live' | 'options' | 'clock'>,
  findLost: FindLost,
  invalidation: Invalidation,
  onTrouble: (error: unknown, facts: Record<string, unknown>) => void,
): Revocation {
  /** Calls that were cut; some of them go on until their vendor's bill is known. */
  const found = new WeakSet<object>()
  let isLooking = false
  let isLookRequested = false
  let isStopped = false

  const isUsable = (group: string, ownGroup: string): boolean => {
    try {
      assertUsable(group, ownGroup, gateway)
      return true
    } catch {
      return false
    }
  }
  const look = async (): Promise<void> => {
    if (isStopped || gateway.live.count === 0) return
    isLookRequested = isLooking
    if (isLooking) return
    isLooking = true
    try {
      for (const call of await findLost(gateway.live.list(), isUsable)) {
        call.cut('revoked')
        if (found.has(call)) continue
        found.add(call)
        // The change may have come from another process without notice, so the cache of this caller is stale.
        invalidation.publishHere('user', call.userId)
      }
    } catch (error) {
      onTrouble(error, { event: 'revocation_look_failed' })
    } finally {
      isLooking = false
    }
    // A change during the check may have been missed, so it is repeated.
    if (isLookRequested) await look()
  }
  const stopLooking = gateway.clock.every(LOOK_EVERY_MS, () => void look())
  for (const topic of ['token', 'user', 'option'] as const) invalidation.subscribe(topic, () => void look())
  return {
    stop() {
      isStopped = true
      stopLooking()
    },
  }
}
