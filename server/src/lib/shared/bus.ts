// What nodes tell each other. Nothing that must not be lost goes by it: whoever listens reads the database again after a gap.
import type { Clock } from '../clock.ts'
import { fieldsOf } from '../fields.ts'
import { type Listening, redisScript, type SharedRedis } from './redis.ts'

/** What a message is about; each kind has one shape of its own. */
export type BusKind = 'changed' | 'cooled' | 'rest' | 'moved' | 'attempts' | 'drains' | 'call-cancelled' | 'call-over'

export interface Bus {
  /** This node, among those of the installation. */
  readonly node: string
  /** Tells all other nodes, as JSON. Never throws: where it cannot be told now, they learn of a gap. */
  tell(kind: BusKind, message: unknown): void
  hear(kind: BusKind, listener: (message: unknown) => void): void
  /**
   * Called when others may have told something that was not heard, with 0; then again and again for as long as that goes on, with 1, 2 and so on;
   * and with 0 when it is over.
   */
  onGap(listener: (times: number) => void): void
  close(): void
}

/** One process alone: there is nobody to tell. */
export function silentBus(node: string): Bus {
  return { node, tell: () => {}, hear: () => {}, onGap: () => {}, close: () => {} }
}

const CHANNEL = 'bus'
/** Each node hears its own beat: that is how it knows that it hears the others. */
const BEAT_EVERY_MS = 400
const DEAF_AFTER_MS = 1000
/** Revoked rights end within two seconds everywhere, also where nothing is heard. */
const GAP_EVERY_MS = 800
/** A connection that is there and says nothing is made anew after so long. */
const RECONNECT_AFTER_MS = 3000
/** A node that has not been heard of for so long holds no places under limits any more. */
export const NODE_GONE_AFTER_MS = 15_000

/**
 * Notes that the node lives, and tells it to all. Answers a mark of this Redis: another one means that it has forgotten everything.
 * KEYS: nodes, mark. ARGV: node, a new mark, channel, message.
 */
const BEAT = redisScript(`
local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', (now[1] - 3600) * 1000)
redis.call('SET', KEYS[2], ARGV[2], 'NX')
redis.call('PEXPIRE', KEYS[1], 86400000)
redis.call('PEXPIRE', KEYS[2], 86400000)
redis.call('PUBLISH', ARGV[3], ARGV[4])
return redis.call('GET', KEYS[2])`)

/** KEYS: channel. ARGV: message. */
const TELL = redisScript(`return redis.call('PUBLISH', KEYS[1], ARGV[1])`)

export const NODES_KEY = 'nodes'

export interface BusParts {
  readonly redis: SharedRedis
  /** This process, by a name that no other has. */
  readonly node: string
  readonly clock: Clock
  /** Redis has lost what it knew. */
  readonly onEmptied: () => void
}

export function redisBus(parts: BusParts): Bus {
  return new RedisBus(parts)
}

class RedisBus implements Bus {
  readonly node: string
  readonly #parts: BusParts
  readonly #listeners = new Map<string, ((message: unknown) => void)[]>()
  readonly #gapListeners: ((times: number) => void)[] = []
  readonly #listening: Listening
  readonly #stops: readonly (() => void)[]
  #heardMs: number
  #reconnectedMs: number
  /** How often in a row nothing was heard. */
  #gaps = 0
  /** Something could not be told: the others must read everything again. */
  #isUntold = false
  #mark: string | undefined

  constructor(parts: BusParts) {
    const { redis, node, clock } = parts
    this.node = node
    this.#parts = parts
    this.#heardMs = clock.now()
    this.#reconnectedMs = clock.now()
    this.#listening = redis.listen(CHANNEL, (text) => this.#hear(text))
    this.#stops = [clock.every(BEAT_EVERY_MS, () => void this.#beat()), clock.every(GAP_EVERY_MS, () => this.#lookForGap())]
    void this.#beat()
  }

  tell(kind: BusKind, message: unknown): void {
    const { redis, node } = this.#parts
    redis.run(TELL, [CHANNEL], [JSON.stringify({ node, kind, message })]).catch(() => {
      this.#isUntold = true
    })
  }

  hear(kind: BusKind, listener: (message: unknown) => void): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  onGap(listener: (times: number) => void): void {
    this.#gapListeners.push(listener)
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #hear(text: string): void {
    try {
      this.#take(fieldsOf(JSON.parse(text)))
    } catch {
      // Of a node of another version, or of another program: what it was about is read anew.
      this.#gap(0)
    }
  }

  #take({ node, kind, message, isAfterGap }: Readonly<Record<string, unknown>>): void {
    if (node === this.node) {
      if (kind === 'beat') this.#heardMs = this.#parts.clock.now()
      return
    }
    if (isAfterGap === true) this.#gap(0)
    for (const listener of this.#listeners.get(String(kind)) ?? []) listener(message)
  }

  async #beat(): Promise<void> {
    const { redis, node, onEmptied } = this.#parts
    const isAfterGap = this.#isUntold
    this.#isUntold = false
    const message = JSON.stringify({ node, kind: 'beat', ...(isAfterGap ? { isAfterGap } : {}) })
    try {
      const mark = String(await redis.run(BEAT, [NODES_KEY, 'mark'], [node, crypto.randomUUID(), redis.prefix + CHANNEL, message]))
      if (this.#mark !== undefined && this.#mark !== mark) onEmptied()
      this.#mark = mark
    } catch {
      this.#isUntold ||= isAfterGap
    }
  }

  #lookForGap(): void {
    const nowMs = this.#parts.clock.now()
    const isDeaf = nowMs - this.#heardMs >= DEAF_AFTER_MS
    if (isDeaf) this.#gap(this.#gaps++)
    else if (this.#gaps > 0) {
      this.#gaps = 0
      this.#gap(0)
    }
    if (!isDeaf) return
    if (!this.#listening.isConnected || nowMs - Math.max(this.#heardMs, this.#reconnectedMs) < RECONNECT_AFTER_MS) return
    this.#reconnectedMs = nowMs
    this.#listening.reconnect()
  }

  #gap(times: number): void {
    for (const listener of this.#gapListeners) listener(times)
  }
}
