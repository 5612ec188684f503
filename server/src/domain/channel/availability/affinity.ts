// Where each conversation was answered last: going back to the same channel and key keeps the vendor's prompt cache warm. A preference, never a
// pin: it holds only while that channel can be used and has not been edited, and moves with the conversation.
import { LRUCache } from 'lru-cache'
import type { RoutableChannel } from '../../catalog/routable-channel.ts'

/** Where a conversation was answered. */
export interface Home {
  /** As it was then: an edited channel is another one. */
  readonly channel: RoutableChannel
  readonly keyId: number
  /** The model's public name; of a virtual model the one behind it. */
  readonly model: string
}

const MAX_CONVERSATIONS = 50_000
/** Vendors keep a prompt in their caches for an hour at most. Source: Anthropic, "Prompt caching", 2026. */
const KEPT_MS = 3600_000

export class Affinity {
  readonly #homes: LRUCache<string, Home>

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#homes = new LRUCache({ max: MAX_CONVERSATIONS, ttl: KEPT_MS, perf: { now } })
  }

  /** @param mark of the conversation, among those of this user: a short text */
  of(userId: number, mark: string): Home | undefined {
    return this.#homes.get(keyOf(userId, mark))
  }

  note(userId: number, mark: string, home: Home): void {
    this.#homes.set(keyOf(userId, mark), home)
  }
}

const keyOf = (userId: number, mark: string): string => `${userId}:${mark}`
