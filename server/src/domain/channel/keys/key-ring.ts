// Which key of a channel is used next (decision D48). The turn is this process's own. For how long a key cools after a 429 is told to the other
// nodes; after a restart the key is tried, and its vendor says again how long it has to wait.
import type { Bus } from '../../../lib/shared/bus.ts'
import type { ChannelKey, RoutableChannel } from '../../catalog/routable-channel.ts'

/** A key that has to wait is skipped for this long at most (FLT-19, decision D68). */
const MAX_COOLING_SECONDS = 3600
/** Vendors often name more time than it takes: while a key cools for longer than this, one call in each such time may try it. */
const PROBE_EVERY_MS = 60_000
/** After the wait that a vendor named, one call tries the key, and the others wait this long: a vendor that still refuses gets one call. */
const AHEAD_MS = 500

/** A key that cools for one model. Unix milliseconds. */
interface Cooling {
  readonly untilMs: number
  /** Until when the vendor says that it has to wait. */
  readonly saidUntilMs: number
  /** From when a call may try the key all the same. */
  probeAtMs: number
  /** Has a call tried it? */
  isProbed: boolean
  /** When the first call after its time began. */
  firstAtMs?: number
}

type Keyed = Pick<RoutableChannel, 'id' | 'keys'>

export interface KeyRing {
  /**
   * The next enabled key in turn that is not cooling for this model and is not among the `spent` ones (ids); where all cool, one that may be
   * tried all the same.
   * @param preferredId is taken where it may be used
   */
  next(channel: Keyed, model: string, spent?: ReadonlySet<number>, preferredId?: number): ChannelKey | undefined
  /**
   * Milliseconds until a key of the channel may be used for this model, as the vendor says: 0 when one may be now, undefined when it has no
   * enabled key.
   */
  waitMs(channel: Keyed, model: string): number | undefined
  /** Leaves a key alone after a 429. Only for this model: vendors count each model on its own. */
  cool(keyId: number, model: string, seconds: number): void
  /** The vendor has answered a call with this key: where it was tried while it cooled, it has cooled. */
  answered(keyId: number, model: string): void
  /** Unix milliseconds until when a key cools, for the model that has it wait longest; 0 when it does not. */
  coolingUntilMs(keyId: number): number
  /** Ids of the keys that cool, for some model at least. */
  coolingKeys(): readonly number[]
  /** Unix milliseconds of the last use that has not been stored yet; 0 without one. */
  usedAtMs(keyId: number): number
  /** Uses since the last call of this: unix milliseconds by key id. */
  takeUses(): ReadonlyMap<number, number>
}

/**
 * @param now unix milliseconds
 * @param bus by which other nodes are told of keys that cool
 */
export function keyRing(now: () => number, bus?: Bus): KeyRing {
  return new Ring(now, bus)
}

/** What nodes tell each other of a key and a model. Without a time: the vendor answers again. */
interface CoolingMessage {
  readonly keyId: number
  readonly model: string
  readonly seconds?: number
}

class Ring implements KeyRing {
  readonly #now: () => number
  readonly #bus: Bus | undefined
  readonly #turns = new Map<number, number>()
  readonly #coolings = new Map<number, Map<string, Cooling>>()
  #uses = new Map<number, number>()

  constructor(now: () => number, bus: Bus | undefined) {
    this.#now = now
    this.#bus = bus
    bus?.hear('cooled', (message) => {
      const { keyId, model, seconds } = message as CoolingMessage
      if (seconds === undefined) this.#coolings.get(keyId)?.delete(model)
      else this.#cool(keyId, model, seconds)
    })
  }

  next({ id, keys }: Keyed, model: string, spent?: ReadonlySet<number>, preferredId?: number): ChannelKey | undefined {
    const nowMs = this.#now()
    const preferred = preferredId === undefined || spent?.has(preferredId) ? undefined : keys.find((key) => key.id === preferredId)
    if (preferred && !this.#coolingOf(preferred.id, model, nowMs)) return this.#taken(preferred, model, nowMs)
    const turn = keys.length > 1 ? (this.#turns.get(id) ?? 0) : 0
    let probed: { readonly key: ChannelKey; readonly cooling: Cooling } | undefined
    for (let step = 0; step < keys.length; step++) {
      const at = (turn + step) % keys.length
      const key = keys[at]
      if (!key || spent?.has(key.id)) continue
      const cooling = this.#coolingOf(key.id, model, nowMs)
      if (!cooling) {
        if (keys.length > 1) this.#turns.set(id, at + 1)
        return this.#taken(key, model, nowMs)
      }
      if (cooling.probeAtMs <= nowMs) probed ??= { key, cooling }
    }
    if (!probed) return undefined
    noteProbe(probed.cooling, nowMs)
    this.#uses.set(probed.key.id, nowMs)
    return probed.key
  }

  /** A key that does not cool, or whose time is over. */
  #taken(key: ChannelKey, model: string, nowMs: number): ChannelKey {
    this.#uses.set(key.id, nowMs)
    const past = this.#coolings.size === 0 ? undefined : this.#coolings.get(key.id)?.get(model)
    if (past && past.firstAtMs === undefined) {
      past.firstAtMs = nowMs
      noteProbe(past, nowMs)
    }
    return key
  }

  waitMs({ keys }: Keyed, model: string): number | undefined {
    if (keys.length === 0) return undefined
    if (this.#coolings.size === 0) return 0
    const nowMs = this.#now()
    let soonest = Number.POSITIVE_INFINITY
    for (const key of keys) {
      const cooling = this.#coolingOf(key.id, model, nowMs)
      if (!cooling || cooling.probeAtMs <= nowMs) return 0
      soonest = Math.min(soonest, (cooling.untilMs > nowMs ? cooling.saidUntilMs : aheadUntilMs(cooling)) - nowMs)
    }
    return soonest
  }

  cool(keyId: number, model: string, seconds: number): void {
    this.#cool(keyId, model, seconds)
    this.#tell({ keyId, model, seconds })
  }

  #tell(message: CoolingMessage): void {
    this.#bus?.tell('cooled', message)
  }

  #cool(keyId: number, model: string, seconds: number): void {
    const nowMs = this.#now()
    this.#forgetPast(nowMs)
    const byModel = this.#coolings.get(keyId) ?? new Map<string, Cooling>()
    // Answers to calls that were under way together come in any order: a shorter time does not end a longer one.
    const known = byModel.get(model)
    const longer = known?.isProbed ? undefined : known
    const untilMs = Math.max(nowMs + Math.min(seconds, MAX_COOLING_SECONDS) * 1000, longer?.untilMs ?? 0)
    const saidUntilMs = Math.max(nowMs + seconds * 1000, longer?.saidUntilMs ?? 0)
    byModel.set(model, { untilMs, saidUntilMs, probeAtMs: nowMs + PROBE_EVERY_MS, isProbed: false })
    this.#coolings.set(keyId, byModel)
  }

  answered(keyId: number, model: string): void {
    if (this.#coolings.size === 0) return
    const byModel = this.#coolings.get(keyId)
    if (!byModel?.get(model)?.isProbed) return
    byModel.delete(model)
    this.#tell({ keyId, model })
  }

  coolingUntilMs(keyId: number): number {
    const until = Math.max(0, ...[...(this.#coolings.get(keyId)?.values() ?? [])].map(({ untilMs }) => untilMs))
    return until > this.#now() ? until : 0
  }

  coolingKeys(): readonly number[] {
    return [...this.#coolings.keys()]
  }

  usedAtMs(keyId: number): number {
    return this.#uses.get(keyId) ?? 0
  }

  takeUses(): ReadonlyMap<number, number> {
    const taken = this.#uses
    this.#uses = new Map()
    return taken
  }

  #coolingOf(keyId: number, model: string, nowMs: number): Cooling | undefined {
    if (this.#coolings.size === 0) return undefined
    const cooling = this.#coolings.get(keyId)?.get(model)
    return cooling && endMs(cooling) > nowMs ? cooling : undefined
  }

  #forgetPast(nowMs: number): void {
    for (const [keyId, byModel] of this.#coolings) {
      for (const [model, cooling] of byModel) if (endMs(cooling) <= nowMs) byModel.delete(model)
      if (byModel.size === 0) this.#coolings.delete(keyId)
    }
  }
}

function noteProbe(cooling: Cooling, nowMs: number): void {
  cooling.probeAtMs = nowMs + PROBE_EVERY_MS
  cooling.isProbed = true
}

/** Until when the others wait for the call that tries the key; 0: none does. */
const aheadUntilMs = ({ firstAtMs }: Cooling): number => (firstAtMs === undefined ? 0 : firstAtMs + AHEAD_MS)

/** From when any call may use the key. */
const endMs = (cooling: Cooling): number => Math.max(cooling.untilMs, aheadUntilMs(cooling))
