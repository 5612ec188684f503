// In which order channels are tried: tier after tier, within one drawn by weight, of each two the one with less to do first.
import type { Candidate, Tier } from '../../domain/catalog/channel-index.ts'
import { type RoutableChannel, upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { Availability } from '../../domain/channel/availability/availability.ts'
import type { Attempt } from '../attempt.ts'

/** A weight of 0 still gets its share (server-behaviour 3.2). */
export const WEIGHT_FLOOR = 10

/** The channels of each tier in drawn order, tier after tier; each is drawn when it is needed. @param random gives numbers from 0 up to 1 */
export function* inTurn(
  tiers: readonly Tier[],
  { isStream }: { readonly isStream: boolean },
  { random, availability }: { readonly random: () => number; readonly availability: Pick<Availability, 'loadOf'> },
): Generator<Candidate> {
  const loadOf = ({ channel, model }: Candidate) => availability.loadOf(channel.id, upstreamModelOf(channel, model), isStream)
  for (const tier of tiers) yield* lightFirst(drawn(tier, random), loadOf)
}

/** One that takes so many times as long as another to begin its answers is slow, and gets a call now and then. */
const SLOW_FACTOR = 4
const SLOW_BY_MS = 300

/** Of each two that are drawn, the one with less to do goes first: a slow one gets less, and a fast one more. */
function* lightFirst(drawn: Generator<Candidate>, loadOf: (one: Candidate) => ReturnType<Availability['loadOf']>): Generator<Candidate> {
  let spare: Candidate | undefined
  while (true) {
    const one = spare ?? drawn.next().value
    if (!one) return
    const load = loadOf(one)
    // No other can be lighter, so none is drawn.
    if (load.underWay === 0 && (load.meanMs ?? 0) <= SLOW_BY_MS) {
      spare = undefined
      yield one
      continue
    }
    const other = drawn.next().value ?? undefined
    const isOther = other !== undefined && isLighter([other, loadOf(other)], [one, load])
    yield isOther ? other : one
    spare = isOther ? one : other
  }
}

type Loaded = readonly [candidate: Candidate, load: ReturnType<Availability['loadOf']>]

function isLighter([one, load]: Loaded, [other, others]: Loaded): boolean {
  const [mine, theirs] = [load.meanMs, others.meanMs]
  if (mine !== undefined && theirs !== undefined) {
    if (theirs > SLOW_FACTOR * mine && theirs - mine > SLOW_BY_MS) return true
    if (mine > SLOW_FACTOR * theirs && mine - theirs > SLOW_BY_MS) return false
  }
  return load.underWay / (one.channel.weight + WEIGHT_FLOOR) < others.underWay / (other.channel.weight + WEIGHT_FLOOR)
}

/** Up to this many, a sum over all weights is cheap. */
const SMALL_TIER = 16
/** Draws that hit a channel which was drawn before, or too light a one, before what is left is summed after all. */
const MAX_REPEATS = 16

/** The channels of a tier in random order, the heavier the sooner, drawn on demand. */
function* drawn({ candidates, heaviest }: Tier, random: () => number): Generator<Candidate> {
  const taken = new Set<Candidate>()
  while (taken.size < candidates.length) {
    const candidate =
      (candidates.length > SMALL_TIER ? byRejection(candidates, heaviest, taken, random) : undefined) ?? bySum(candidates, taken, random)
    taken.add(candidate)
    yield candidate
  }
}

/** Rejection sampling: a random channel, accepted in proportion to its weight against the heaviest, without a sum over the others. */
function byRejection(
  candidates: readonly Candidate[],
  heaviest: number,
  taken: ReadonlySet<Candidate>,
  random: () => number,
): Candidate | undefined {
  for (let repeats = 0; repeats < MAX_REPEATS; repeats++) {
    const candidate = candidates[Math.floor(random() * candidates.length)]
    if (candidate && !taken.has(candidate) && random() * (heaviest + WEIGHT_FLOOR) < candidate.channel.weight + WEIGHT_FLOOR)
      return candidate
  }
  return undefined
}

function bySum(candidates: readonly Candidate[], taken: ReadonlySet<Candidate>, random: () => number): Candidate {
  const left = candidates.filter((candidate) => !taken.has(candidate))
  let point = left.length === 1 ? 0 : random() * left.reduce((sum, { channel }) => sum + channel.weight + WEIGHT_FLOOR, 0)
  const found = left.find(({ channel }) => {
    point -= channel.weight + WEIGHT_FLOOR
    return point < 0
  })
  // Rounding errors may leave a remainder after the last channel.
  const drawn = found ?? left.at(-1)
  if (!drawn) throw new Error('there is nobody left to draw from')
  return drawn
}

/** Channels that are looked at where those of one priority are of several types, to find one that speaks the client's dialect. */
const LOOKED_AT_IN_MIXED = 8

/** How many attempts are drawn before their order is final. */
export function lookedAt(tiers: readonly Tier[], maxAttempts: number): number {
  return tiers.some(({ isMixed }) => isMixed) ? Math.max(maxAttempts, LOOKED_AT_IN_MIXED) : maxAttempts
}

/**
 * Of the same priority those first that speak the client's dialect: nothing is lost in translation there. As many as may be tried.
 * @param near comes before all others
 */
export function ownDialectFirst(drawn: readonly Attempt[], near: RoutableChannel | undefined, maxAttempts: number): readonly Attempt[] {
  if (drawn.length < 2) return drawn
  const rank = ({ channel, request }: Attempt) => (channel.id === near?.id ? 0 : request === 'translated' ? 2 : 1)
  const ordered = drawn.toSorted((one, other) => {
    const [mine, theirs] = [rank(one), rank(other)]
    if (mine === 0 || theirs === 0) return mine - theirs
    return other.channel.priority - one.channel.priority || mine - theirs
  })
  return ordered.slice(0, maxAttempts + spares(ordered))
}

/** Channels that may be drawn beyond the number of tries, since those with limits of their own may be full when it is their turn. */
const MAX_SPARES = 12

export function spares(attempts: readonly Attempt[]): number {
  const limited = attempts.filter(({ channel: { setting } }) => setting.limits || setting.key_limits).length
  return Math.min(limited, MAX_SPARES)
}
