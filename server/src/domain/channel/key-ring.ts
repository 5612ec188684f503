// Which key of a channel is used next (decision D48). The turn, and for how long a key cools after a 429, are this process's own: a cooling
// lasts a minute at most, which is no time to a restart.
import type { ChannelKey, RoutableChannel } from '../catalog/routable-channel.ts'

/** A key that has to wait is skipped for this long at most (FLT-19). */
const MAX_COOLING_SECONDS = 60

type Keyed = Pick<RoutableChannel, 'id' | 'keys'>

export interface KeyRing {
  /** The next enabled key in turn that is not cooling for this model and is not among the `spent` ones (ids). */
  next(channel: Keyed, model: string, spent?: ReadonlySet<number>): ChannelKey | undefined
  /** Milliseconds until a key of the channel may be used for this model: 0 when one may be now, undefined when it has no enabled key. */
  waitMs(channel: Keyed, model: string): number | undefined
  /** Leaves a key alone after a 429. Only for this model: vendors count each model on its own. */
  cool(keyId: number, model: string, seconds: number): void
  /** Unix milliseconds until when a key cools, for the model that has it wait longest; 0 when it does not. */
  coolingUntilMs(keyId: number): number
  /** Unix milliseconds of the last use that has not been stored yet; 0 without one. */
  usedAtMs(keyId: number): number
  /** Uses since the last call of this: unix milliseconds by key id. */
  takeUses(): ReadonlyMap<number, number>
}

/** @param now unix milliseconds */
export function keyRing(now: () => number): KeyRing {
  return new Ring(now)
}

class Ring implements KeyRing {
  readonly #now: () => number
  readonly #turns = new Map<number, number>()
  readonly #coolings = new Map<number, Map<string, number>>()
  #uses = new Map<number, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  next({ id, keys }: Keyed, model: string, spent?: ReadonlySet<number>): ChannelKey | undefined {
    const nowMs = this.#now()
    const turn = keys.length > 1 ? (this.#turns.get(id) ?? 0) : 0
    for (let step = 0; step < keys.length; step++) {
      const at = (turn + step) % keys.length
      const key = keys[at]
      if (!key || this.#untilMs(key.id, model) > nowMs || spent?.has(key.id)) continue
      if (keys.length > 1) this.#turns.set(id, at + 1)
      this.#uses.set(key.id, nowMs)
      return key
    }
    return undefined
  }

  waitMs({ keys }: Keyed, model: string): number | undefined {
    if (keys.length === 0) return undefined
    if (this.#coolings.size === 0) return 0
    const nowMs = this.#now()
    let soonest = Number.POSITIVE_INFINITY
    for (const key of keys) {
      const waitMs = this.#untilMs(key.id, model) - nowMs
      if (waitMs <= 0) return 0
      soonest = Math.min(soonest, waitMs)
    }
    return soonest
  }

  cool(keyId: number, model: string, seconds: number): void {
    const nowMs = this.#now()
    this.#forgetPast(nowMs)
    const byModel = this.#coolings.get(keyId) ?? new Map<string, number>()
    byModel.set(model, nowMs + Math.min(seconds, MAX_COOLING_SECONDS) * 1000)
    this.#coolings.set(keyId, byModel)
  }

  coolingUntilMs(keyId: number): number {
    const until = Math.max(0, ...(this.#coolings.get(keyId)?.values() ?? []))
    return until > this.#now() ? until : 0
  }

  usedAtMs(keyId: number): number {
    return this.#uses.get(keyId) ?? 0
  }

  takeUses(): ReadonlyMap<number, number> {
    const taken = this.#uses
    this.#uses = new Map()
    return taken
  }

  #untilMs(keyId: number, model: string): number {
    return this.#coolings.size === 0 ? 0 : (this.#coolings.get(keyId)?.get(model) ?? 0)
  }

  #forgetPast(nowMs: number): void {
    for (const [keyId, byModel] of this.#coolings) {
      for (const [model, until] of byModel) if (until <= nowMs) byModel.delete(model)
      if (byModel.size === 0) this.#coolings.delete(keyId)
    }
  }
}
