// Which channels listed a model and no longer do: removing it can make calls fail an hour later. Shown in the log of refused calls.
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import type { RoutableChannel } from './routable-channel.ts'

/** Names that are remembered; the least recently requested or lost are forgotten first. */
const MAX_NAMES = 5000
/** Channels of one name. */
const MAX_CHANNELS = 20

export interface Loss {
  readonly channelId: number
  /** Unix seconds. */
  readonly since: number
}

/** What was lost since this process started. Fed by every change of a channel; read for refused calls only. */
export class LostModels {
  readonly #losses = new LRUCache<string, readonly Loss[]>(atMost(MAX_NAMES))
  readonly #now: () => number

  /** @param now unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Notes the names that a channel served and, changed or deleted, serves no more. */
  note(before: RoutableChannel, after: RoutableChannel | undefined): void {
    const kept = new Set(after?.models.map((model) => after.prefix + model))
    const since = Math.floor(this.#now() / 1000)
    for (const model of before.models) {
      const name = before.prefix + model
      if (kept.has(name)) continue
      const others = (this.#losses.get(name) ?? []).filter((loss) => loss.channelId !== before.id)
      this.#losses.set(name, [{ channelId: before.id, since }, ...others].slice(0, MAX_CHANNELS))
    }
  }

  /** Channels that lost this name, the last one first; some may have it again. */
  of(publicName: string): readonly Loss[] {
    return this.#losses.get(publicName) ?? []
  }
}
