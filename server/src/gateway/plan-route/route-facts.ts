// Which channels could have served a call, for the log. Made only when the row is drawn up, and only where there is something to report.
import type { AttemptFact, CandidateFact, SkipCounts } from '@waystation/contract/calls/log'
import type { SkipReason } from '@waystation/contract/calls/skip-words'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { RoutePlan } from '../attempt.ts'

/** Channels that a row names at most: the rest is a number, since rows are many and are stored for long. */
export const MAX_NAMED = 12
/** Of those that were not needed, only the next in line. */
const MAX_NEXT = 4

/** What is known of a route: all of it, or nothing where the call was refused before. */
export type Planned = Pick<RoutePlan, 'considered'> & Partial<RoutePlan>

export interface RouteFacts {
  readonly candidates?: readonly CandidateFact[]
  readonly candidate_count?: number
  readonly skip_counts?: SkipCounts
}

/** Counts channels that are passed over. */
export class SkipCounter {
  total = 0
  readonly byReason: Partial<Record<SkipReason, number>> = {}

  add(reason: SkipReason, count = 1): void {
    this.total += count
    this.byReason[reason] = (this.byReason[reason] ?? 0) + count
  }
}

/**
 * The candidates of a call: skipped ones, those that were tried, the next in line. Nothing where one channel offered the model and none
 * was skipped, since the attempt then has all facts.
 */
export function routeFacts({ attempts: planned = [], considered }: Planned, attempts: readonly AttemptFact[]): RouteFacts {
  const { tiers, autoDisabled, skipped } = considered
  let count = autoDisabled.length
  for (const tier of tiers) count += tier.candidates.length
  if (count === 0 || (count === 1 && skipped.length + autoDisabled.length === 0)) return {}

  // Plain loops over a dozen at most: this runs once per call.
  const named: CandidateFact[] = []
  const add = (fact: CandidateFact) => {
    if (!named.some((one) => one.channel_id === fact.channel_id)) named.push(fact)
  }
  // The tried channels always get room, since a reader looks for them first.
  const room = Math.max(0, MAX_NAMED - attempts.length)
  for (const { channel } of autoDisabled) {
    if (named.length >= room) break
    add({ ...placeOf(channel), skipped: 'auto_disabled', ...channel.autoDisabled })
  }
  for (const { channel, reason, waitMs } of skipped) {
    if (named.length >= room) break
    add({ ...placeOf(channel), skipped: reason, ...(waitMs === undefined ? {} : { wait_seconds: Math.ceil(waitMs / 1000) }) })
  }
  for (const { channel } of planned)
    if (named.length < MAX_NAMED && attempts.some((attempt) => attempt.channel_id === channel.id)) add(placeOf(channel))

  // Those that were drawn come first, then the others by priority.
  const most = Math.min(MAX_NAMED, named.length + MAX_NEXT)
  for (const { channel } of planned) if (named.length < most) add(placeOf(channel))
  for (const { candidates } of tiers)
    for (const { channel } of candidates) {
      if (named.length >= most) break
      add(placeOf(channel))
    }
  return count > named.length ? { candidates: named, candidate_count: count, ...skipCounts(considered) } : { candidates: named }
}

/** Nothing where none was skipped. */
function skipCounts({ autoDisabled, skipped }: Planned['considered']): Pick<RouteFacts, 'skip_counts'> {
  const counts = new SkipCounter()
  if (autoDisabled.length > 0) counts.add('auto_disabled', autoDisabled.length)
  for (const { reason } of skipped) counts.add(reason)
  return counts.total > 0 ? { skip_counts: counts.byReason } : {}
}

/** A zero becomes undefined, so that JSON leaves it out. */
export function placeOf({ id, priority, weight }: RoutableChannel): CandidateFact {
  return { channel_id: id, priority: priority === 0 ? undefined : priority, weight: weight === 0 ? undefined : weight }
}
