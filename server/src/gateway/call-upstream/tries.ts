// Which requests a call makes, one after another: the channels of the plan in order, and at each its keys in turn. Both count against one
// budget of tries (decision D48).
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import type { Use } from '../../domain/channel/availability/availability.ts'
import type { AttemptPlace } from '../../domain/channel/availability/channel-limits.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import { attemptsAllowed, triesAllowed } from './retry-policy.ts'

/** One request: an attempt at a channel with one of its keys. */
export interface Try {
  readonly attempt: Attempt
  readonly key: ChannelKey
  /** Told how it ends. */
  readonly use: Use
  /** Its place under the limits of channel and key. */
  readonly place: AttemptPlace
  /** Set after a failure: another key of this channel may do better. */
  isKeyRefused?: boolean
  /** Set after a failure: another channel may be tried. */
  mayMoveOn?: boolean
}

type TryServices = Pick<Gateway, 'availability' | 'channelLimits' | 'options'>

/**
 * The tries of a call. The next one is requested after the last one's failure, which has been noted on it.
 * @param tokens answers how many the call may use, for the limits of channels and keys
 */
export async function* triesOf(plan: RoutePlan, tokens: () => number, gateway: TryServices): AsyncGenerator<Try, void, void> {
  const { availability, options } = gateway
  const attempts = attemptsAllowed(plan, options)
  let left = triesAllowed(plan, options)
  let failed: Try | undefined
  /** Keys that were refused, or are full. */
  const spent = new Set<number>()
  for (const [at, attempt] of attempts.entries()) {
    let last: Try | undefined
    do {
      const retry = failed && availability.retryAfter({ channelId: failed.attempt.channel.id, model: failed.attempt.upstreamModel })
      if (retry === 'refused') return
      const found = await usableAt(attempt, plan, { tokens, spent }, gateway)
      if (!found) break
      const { channel, upstreamModel: model, isStreamed: isStream } = attempt
      // Other calls went on while this one waited for its place: one of them may try the channel now, and one at a time is enough.
      const place = { channelId: channel.id, keyId: found.key.id, model }
      if (availability.isOut(place)) {
        found.place.ended(0)
        break
      }
      left -= 1
      const use = availability.begin({ ...place, isStream, isRetry: retry === 'counted' })
      last = { attempt, ...found, use }
      yield last
      failed = last
      if (!last.isKeyRefused) break
      spent.add(last.key.id)
    } while (left > reservedTries(attempts, at))
    if (left === 0 || (last && !last.mayMoveOn)) return
  }
}

/** A key of the attempt's channel that may be used now, with a place under its limits; undefined: there is none. */
async function usableAt(
  { channel, upstreamModel: model }: Attempt,
  { home }: RoutePlan,
  { tokens, spent }: { readonly tokens: () => number; readonly spent: Set<number> },
  { availability, channelLimits }: TryServices,
): Promise<Pick<Try, 'key' | 'place'> | undefined> {
  for (;;) {
    // Others may have found out since the plan was made.
    if (!availability.look(channel, model).isUsable) return undefined
    const key = availability.nextKey(channel, model, spent, home?.channel === channel ? home.keyId : undefined)
    if (!key) return undefined
    const place = await channelLimits.enter(channel, key.id, tokens)
    if (typeof place === 'object') return { key, place }
    if (place === 'channel') return undefined
    spent.add(key.id)
  }
}

/**
 * The last try belongs to another channel where there is one, since the keys of a channel often share an account, and one to each model that
 * was not tried yet.
 */
function reservedTries(attempts: readonly Attempt[], at: number): number {
  const [one, later] = [attempts[at], attempts.slice(at + 1)]
  if (!later.some(({ channel }) => channel !== one?.channel)) return 0
  const models = new Set(later.map(({ requestedModel }) => requestedModel))
  if (one) models.delete(one.requestedModel)
  return Math.max(1, models.size)
}
