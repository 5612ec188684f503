import type { CandidateFact, SkipCounts } from '@waystation/contract/calls/log'
import { type SkipReason, skipReasons } from '@waystation/contract/calls/skip-words'

/** Channels that were passed over for one reason. */
export interface SkipFold {
  readonly reason: SkipReason
  /** All of them; named are the first. */
  readonly count: number
  readonly named: readonly CandidateFact[]
}

/** The skipped ones of a row by their reasons, in its order. @param counts of all of them; absent: all are named */
export function foldsOf(candidates: readonly CandidateFact[], counts: SkipCounts = {}): readonly SkipFold[] {
  const named = Map.groupBy(
    candidates.flatMap((one) => (one.skipped === undefined ? [] : [{ ...one, skipped: one.skipped }])),
    ({ skipped }) => skipped,
  )
  const reasons = new Set([...named.keys(), ...reasonsIn(counts)])
  return [...reasons].map((reason) => {
    const channels = named.get(reason) ?? []
    return { reason, count: Math.max(counts[reason] ?? 0, channels.length), named: channels }
  })
}

const reasonsIn = (counts: SkipCounts): readonly SkipReason[] => skipReasons.filter((reason) => (counts[reason] ?? 0) > 0)
