// Tokens that vendors give for a key, for an hour or so: exchanged once for all calls that wait, renewed before they expire, and forgotten
// when the vendor refuses one. They live in this process only; neither a key nor a token is ever logged.

import { createHash } from 'node:crypto'
import { parseJson } from '@waystation/wire/encoding/json'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
import type { ChannelTarget, CredentialExchange, Provider, UnsignedRequest } from '../../providers/provider.ts'
import { proxyOf } from '../../providers/target.ts'
import { UpstreamFailure } from './failure.ts'
import { noTokenFailure, refusedKeyFailure } from './failures.ts'

/** Tokens that are remembered; the one longest unused is exchanged anew when it is needed again. */
const MAX_TOKENS = 1000
/** So long before its end a token is renewed, while calls go on with it. */
const EARLY_MS = 5 * 60_000
/** So long before its end a token is not used any more: a call that takes it has to arrive. */
const LAST_MS = 30_000
/** Of a token's life, at most such a part is left for the two: some live for minutes only. */
const EARLY_SHARE = 1 / 4
const LAST_SHARE = 1 / 10
/** After a renewal that failed, while the old token still serves. */
const RENEW_AGAIN_MS = 10_000
/** A vendor that names a longer life is not believed. */
const MAX_LIFE_MS = 24 * 3_600_000

/** What came back for a key. */
export interface TokenAnswer {
  readonly status: number
  readonly text: string
}

/** Sends one request to where a vendor gives tokens, the way the channel's calls go, with limits of its own. */
export type SendForToken = (request: UnsignedRequest, channel: ChannelTarget) => Promise<TokenAnswer>

export interface CredentialParts {
  readonly send: SendForToken
  readonly clock: Clock
  /** The time of day, which requests for tokens state. */
  readonly date: () => Date
}

/** A token in use. */
export interface HeldToken {
  readonly token: string
  /** Was it exchanged for this very call? A refusal of it is then about the key. */
  readonly isNew: boolean
  /** Where it is remembered. */
  readonly place: string
}

/** What is remembered of a token. Milliseconds of the clock. */
interface Remembered {
  readonly token: string
  readonly usableUntilMs: number
  renewAtMs: number
}

type Exchanger = Pick<Provider, 'id' | 'credential'>

/** Exchanges the keys of channels for tokens. */
export class Credentials {
  readonly #parts: CredentialParts
  readonly #tokens = new LRUCache<string, Remembered>({ max: MAX_TOKENS })
  /** Exchanges under way: nobody's client ends one, since others may wait for it. */
  readonly #pending = new SingleFlight<string, Remembered>()

  constructor(parts: CredentialParts) {
    this.#parts = parts
  }

  /**
   * The token for the channel's key, to be shown at this address: at once where one is remembered. Undefined where the vendor takes this key as it is. Throws, or rejects
   * with, UpstreamFailure: of the key where the vendor refuses it, else one after which another channel may be tried.
   */
  tokenOf(provider: Exchanger, channel: ChannelTarget, url: URL): HeldToken | Promise<HeldToken> | undefined {
    const exchange = this.#exchangeOf(provider, channel, url)
    if (!exchange) return undefined
    const place = placeOf(provider, channel, exchange)
    const nowMs = this.#parts.clock.now()
    const known = this.#tokens.get(place)
    if (!known || known.usableUntilMs <= nowMs)
      return this.#exchanged(place, exchange, channel).then(({ token }) => ({ token, isNew: true, place }))
    if (known.renewAtMs <= nowMs) this.#renew(place, known, exchange, channel)
    return { token: known.token, isNew: false, place }
  }

  /** Forgets a token that the vendor has refused, unless another has taken its place. */
  forget({ token, place }: HeldToken): void {
    if (this.#tokens.peek(place)?.token === token) this.#tokens.delete(place)
  }

  #exchangeOf({ credential }: Exchanger, channel: ChannelTarget, url: URL): CredentialExchange | undefined {
    try {
      return credential?.(channel, url)
    } catch (error) {
      throw unusableKey(error)
    }
  }

  /** One exchange for all that wait. */
  #exchanged(place: string, exchange: CredentialExchange, channel: ChannelTarget): Promise<Remembered> {
    return this.#pending.run(place, async () => {
      const remembered = await this.#exchange(exchange, channel)
      this.#tokens.set(place, remembered)
      return remembered
    })
  }

  #renew(place: string, known: Remembered, exchange: CredentialExchange, channel: ChannelTarget): void {
    const { clock } = this.#parts
    // Nobody waits for it: where it fails, the token that is there serves on, and its last moments bring the failure to a call.
    this.#exchanged(place, exchange, channel).catch(() => {
      known.renewAtMs = clock.now() + RENEW_AGAIN_MS
    })
  }

  async #exchange({ request, read }: CredentialExchange, channel: ChannelTarget): Promise<Remembered> {
    const { send, clock, date } = this.#parts
    const sentMs = clock.now()
    const answer = await send(requestOf(request, date()), channel).catch((error: unknown) => {
      throw noTokenFailure(error)
    })
    const body = parseJson(answer.text)
    if (isRefusal(answer.status)) throw refusedKeyFailure(answer.status, body)
    const given = answer.status === 200 ? read(body) : undefined
    if (!given) throw noTokenFailure(`the upstream gave no token for the key, with status ${answer.status}`)
    const lifeMs = Math.min(given.lifetimeMs, MAX_LIFE_MS)
    return {
      token: given.token,
      usableUntilMs: sentMs + lifeMs - Math.min(LAST_MS, lifeMs * LAST_SHARE),
      renewAtMs: sentMs + lifeMs - Math.min(EARLY_MS, lifeMs * EARLY_SHARE),
    }
  }
}

/** Which answers are about the key: OAuth 2 refuses one that is none with 400 (`invalid_grant`) or 401. Source: RFC 6749, 5.2. */
const isRefusal = (status: number): boolean => status === 400 || status === 401 || status === 403

function requestOf(request: CredentialExchange['request'], now: Date): UnsignedRequest {
  try {
    return request(now)
  } catch (error) {
    throw unusableKey(error)
  }
}

/** A key that no request could be made of. The error is not told: it may hold a part of the key. */
function unusableKey(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  return refusedKeyFailure(401, { error: 'invalid_key', error_description: 'the key is not written as the upstream wants it' })
}

/** The same key by another way out is another token: where one way fails, the other need not. */
function placeOf({ id }: Exchanger, channel: ChannelTarget, { purpose = '' }: CredentialExchange): string {
  return createHash('sha256')
    .update(JSON.stringify([id, channel.key, proxyOf(channel) ?? '', purpose]))
    .digest('base64')
}
