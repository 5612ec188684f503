// Where each conversation was answered last: going back to the same channel and key keeps the vendor's prompt cache warm. A preference, never a
// pin: it holds only while that channel can be used and has not been edited, and moves with the conversation.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../lib/at-most.ts'
import { fieldsOf } from '../../../lib/fields.ts'
import type { Bus } from '../../../lib/shared/bus.ts'
import type { SharedRedis } from '../../../lib/shared/redis.ts'
import type { RoutableChannel } from '../../catalog/routable-channel.ts'

/** Where a conversation was answered. */
export interface Home {
  /** As it was then: an edited channel is another one. */
  readonly channel: RoutableChannel
  readonly keyId: number
  /** The model's public name; of a virtual model the one behind it. */
  readonly model: string
}

export interface AffinityParts {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** What other nodes know; undefined: there are none. */
  readonly redis?: SharedRedis | undefined
  readonly bus?: Bus
  /** As it is now. */
  readonly channelOf: (id: number) => RoutableChannel | undefined
}

const MAX_CONVERSATIONS = 50_000
/** Vendors keep a prompt in their caches for an hour at most. Source: Anthropic, "Prompt caching", 2026. */
const KEPT_MS = 3600_000
/** A conversation that stays where it is is told to the other nodes again after so long. */
const TOLD_EVERY_MS = KEPT_MS / 4

export class Affinity {
  readonly #homes: LRUCache<string, Home & { readonly toldMs: number }>
  readonly #versions = new WeakMap<RoutableChannel, string>()
  readonly #parts: AffinityParts

  constructor(parts: AffinityParts) {
    this.#parts = parts
    this.#homes = new LRUCache({ ...atMost(MAX_CONVERSATIONS), ttl: KEPT_MS, perf: { now: parts.now } })
    parts.bus?.hear('moved', (key) => void this.#homes.delete(String(key)))
  }

  /** @param mark of the conversation, among those of this user: a short text */
  of(userId: number, mark: string): Home | undefined {
    return this.#homes.get(keyOf(userId, mark))
  }

  /** Do other nodes know some? */
  get isShared(): boolean {
    return this.#parts.redis?.isNear ?? false
  }

  /** Asks what other nodes know of a conversation that is new here. Undefined: there is nothing to ask. Never rejects. */
  recall(userId: number, mark: string): Promise<void> | undefined {
    const { redis } = this.#parts
    const key = keyOf(userId, mark)
    return redis && !this.#homes.has(key) ? this.#recall(key, redis) : undefined
  }

  note(userId: number, mark: string, home: Home): void {
    const key = keyOf(userId, mark)
    const before = this.#homes.get(key)
    const { now, redis, bus } = this.#parts
    const nowMs = now()
    const isSame = before?.channel === home.channel && before.keyId === home.keyId && before.model === home.model
    const isTold = isSame && nowMs - before.toldMs < TOLD_EVERY_MS
    this.#homes.set(key, { ...home, toldMs: isTold ? before.toldMs : nowMs })
    if (isTold || !redis?.isNear) return
    const { channel, keyId, model } = home
    redis
      .set(`home ${key}`, JSON.stringify({ channelId: channel.id, version: this.#versionOf(channel), keyId, model }), KEPT_MS)
      .catch(() => {})
    if (before && !isSame) bus?.tell('moved', key)
  }

  /** Tells a channel from what it was before it was edited, on every node the same. */
  #versionOf(channel: RoutableChannel): string {
    const known = this.#versions.get(channel)
    if (known !== undefined) return known
    const version = createHash('sha256').update(JSON.stringify(channel)).digest('base64url').slice(0, 16)
    this.#versions.set(channel, version)
    return version
  }

  async #recall(key: string, redis: SharedRedis): Promise<void> {
    const text = await redis.get(`home ${key}`).catch(() => null)
    if (text === null) return
    const { channelId, version, keyId, model } = fieldsOf(JSON.parse(text))
    const channel = this.#parts.channelOf(Number(channelId))
    if (channel && this.#versionOf(channel) === version)
      this.#homes.set(key, { channel, keyId: Number(keyId), model: String(model), toldMs: this.#parts.now() })
  }
}

const keyOf = (userId: number, mark: string): string => `${userId}:${mark}`
