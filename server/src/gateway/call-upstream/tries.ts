// Which requests a call makes, one after another: the channels of the plan in order, and at each its keys in turn. Both count against one
// budget of tries (decision D48).
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import type { Use } from '../../domain/channel/availability/availability.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import { attemptsAllowed, maxAttempts } from './retry-policy.ts'

/** One request: an attempt at a channel with one of its keys. */
export interface Try {
  readonly attempt: Attempt
  readonly key: ChannelKey
  /** Told how it ends. */
  readonly use: Use
  /** Set after a failure: another key of this channel may do better. */
  isKeyRefused?: boolean
  /** Set after a failure: another channel may be tried. */
  mayMoveOn?: boolean
}

/** The tries of a call. The next one is requested after the last one's failure, which has been noted on it. */
export function* triesOf(
  plan: RoutePlan,
  { availability, options }: Pick<Gateway, 'availability' | 'options'>,
): Generator<Try, void, void> {
  const attempts = attemptsAllowed(plan, options)
  let left = maxAttempts(options)
  let failed: Try | undefined
  let refused: Set<number> | undefined
  for (const [at, attempt] of attempts.entries()) {
    let last: Try | undefined
    do {
      // Others may have found out since the plan was made.
      const { channel, upstreamModel: model, isStreamed: isStream } = attempt
      if (!availability.look(channel, model).isUsable) break
      const retry = failed && availability.retryAfter({ channelId: failed.attempt.channel.id, model: failed.attempt.upstreamModel })
      if (retry === 'refused') return
      const key = availability.nextKey(channel, model, refused, plan.home?.channel === channel ? plan.home.keyId : undefined)
      if (!key) break
      left -= 1
      last = {
        attempt,
        key,
        use: availability.begin({ channelId: channel.id, keyId: key.id, model, isStream, isRetry: retry === 'counted' }),
      }
      yield last
      failed = last
      if (!last.isKeyRefused) break
      refused = (refused ?? new Set()).add(key.id)
    } while (left > reservedTries(attempts, at))
    if (left === 0 || (last && !last.mayMoveOn)) return
  }
}

/** The last try belongs to another channel where there is one: the keys of a channel often share an account. */
function reservedTries(attempts: readonly Attempt[], at: number): number {
  return attempts.some(({ channel }, other) => other > at && channel !== attempts[at]?.channel) ? 1 : 0
}
