// What a channel and each of its keys take of all callers together. One that is full is passed over: nobody is refused while another has room.
import type { CallLimits } from '@waystation/contract/calls/call-limits'
import { endHeld, type MinuteLimits, minuteLimits } from '../../../lib/shared/minute-limits.ts'
import type { RateLimit, RateWindow } from '../../../lib/shared/rate-window.ts'
import type { RoutableChannel } from '../../catalog/routable-channel.ts'

type Limited = Pick<RoutableChannel, 'id' | 'keys' | 'setting'>

/** The place of one attempt. */
export interface AttemptPlace {
  /** It is over. @param tokens that it used, of prompt and response */
  ended(tokens: number): void
}

/** What is full, where there is no place. */
export type Full = 'channel' | 'key'

/** Limits, and what they are as a list. */
interface Known {
  readonly limits: CallLimits
  readonly list: readonly RateLimit[]
}

const UNLIMITED: AttemptPlace = { ended: () => {} }

export class ChannelLimits {
  readonly #rates: Pick<RateWindow, 'enter' | 'fullForMs'>
  readonly #ofChannels = new Map<number, Known>()
  readonly #ofKeys = new Map<number, Known>()

  constructor(rates: Pick<RateWindow, 'enter' | 'fullForMs'>) {
    this.#rates = rates
  }

  /** Milliseconds until the channel, or the first of its keys, has room again; 0: it has. */
  fullForMs(channel: Limited): number {
    const { limits, key_limits } = channel.setting
    if (!limits && !key_limits) return 0
    const ofChannel = limits ? this.#rates.fullForMs(listOf(this.#ofChannels, limits, channel.id, 'channel')) : 0
    const ofKeys = key_limits ? Math.min(...channel.keys.map(({ id }) => this.keyFullForMs(channel, id))) : 0
    return Math.max(ofChannel, ofKeys)
  }

  keyFullForMs({ setting: { key_limits } }: Pick<Limited, 'setting'>, keyId: number): number {
    return key_limits ? this.#rates.fullForMs(listOf(this.#ofKeys, key_limits, keyId, 'key')) : 0
  }

  /** A place for an attempt, at the channel and at the key. @param tokens answers how many it may use at most */
  enter(
    { id, setting: { limits, key_limits } }: Limited,
    keyId: number,
    tokens: () => number,
  ): AttemptPlace | Promise<AttemptPlace | Full> {
    if (!limits && !key_limits) return UNLIMITED
    const all = [
      ...(limits ? [fitting(`channel ${id}`, limits, tokens())] : []),
      ...(key_limits ? [fitting(`key ${keyId}`, key_limits, tokens())] : []),
    ]
    return this.#enter(all, `key ${keyId}`)
  }

  async #enter(all: readonly MinuteLimits[], key: string): Promise<AttemptPlace | Full> {
    const held = all.flatMap((one) => one.held)
    const verdict = await this.#rates.enter(
      all.flatMap(({ counted }) => counted),
      held,
    )
    if (!verdict.isAllowed) return verdict.refusedBy.key.startsWith(key) ? 'key' : 'channel'
    return { ended: (tokens) => endHeld(verdict.place, held, tokens) }
  }
}

/** The limits as a list for one look after another, made anew when they have been edited. */
function listOf(known: Map<number, Known>, limits: CallLimits, id: number, whose: 'channel' | 'key'): readonly RateLimit[] {
  const found = known.get(id)
  if (found?.limits === limits) return found.list
  const { counted, held } = minuteLimits(`${whose} ${id}`, limits, 1)
  const list = [...counted, ...held]
  known.set(id, { limits, list })
  return list
}

/** What is larger than the whole limit goes through where nothing else is under way: no other channel need have a larger one. */
function fitting(key: string, limits: CallLimits, tokens: number): MinuteLimits {
  return minuteLimits(key, limits, Math.min(tokens, limits.tokens_per_minute ?? tokens))
}
