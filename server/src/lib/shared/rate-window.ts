// Limits over time: at most so much of something within so many seconds, or at once.

/** At most `limit` of a key within `windowMs`. */
export interface RateLimit {
  readonly key: string
  readonly limit: number
  /** 0: only what is under way counts. */
  readonly windowMs: number
  /** What this event counts, or is held for until its end; absent: 1. */
  readonly amount?: number
}

/** `retrySeconds`: when enough has left the window of the limit that refuses; at least 1, since what is under way may end at any time. */
export type RateRefusal = { readonly isAllowed: false; readonly retrySeconds: number; readonly refusedBy: RateLimit }
export type RateVerdict = { readonly isAllowed: true } | RateRefusal

/** What a limit leaves. */
export interface LimitLeft {
  readonly limit: RateLimit
  readonly remaining: number
  /** Until all of it is free again, if nothing else comes. */
  readonly resetMs: number
}

/** The share that something which takes time has of the limits that it is held to. */
export interface Place {
  /** What its limits left when it was given, the counted ones first. */
  readonly left: readonly LimitLeft[]
  /** Ends what is held of the limit at this place in the list; so much counts from now on. A second time it does nothing. */
  end(at: number, used: number): void
}

/** A port: each call is one question to wherever the events are counted, in memory or at a server that several nodes share. */
export interface RateWindow {
  /** Counts an event on each limit if these and the `checked` ones, which are asked first, all allow it; otherwise on none. */
  take(counted: readonly RateLimit[], checked?: readonly RateLimit[]): Promise<RateVerdict>
  /** Counts an event on each, whatever its limit. Never rejects. */
  add(limits: readonly RateLimit[]): Promise<void>
  /**
   * Counts an event as `take` does, and holds a place under the `held` limits, which are asked first: what is held counts until its end, and
   * what was used from then on.
   */
  enter(
    counted: readonly RateLimit[],
    held: readonly RateLimit[],
  ): Promise<{ readonly isAllowed: true; readonly place: Place } | RateRefusal>
  /** Milliseconds until the first of these that is full allows anything again, as far as this node knows; 0: none is full. */
  fullForMs(limits: readonly RateLimit[]): number
}

/** What one key has counted. */
interface Ring {
  /** Times of events, oldest first, from `first` on. */
  times: number[]
  amounts: number[]
  first: number
  /** Of all events from `first` on. */
  counted: number
  /** Of what is under way. */
  held: number
  windowMs: number
}

const SWEEP_EVERY_MS = 60_000
const ALLOWED: RateVerdict = { isAllowed: true }
/** A window has so many steps. Amounts within one of them are one event, at the time of the last: a key has at most so many events. */
const STEPS = 600
/** How soon to look again where all is under way, and nobody knows until when. */
const LOOK_AGAIN_MS = 1000

/**
 * Windows in the memory of this process; one thread, so counting is atomic. A key's memory is at most its limit in numbers, and keys whose
 * window has passed are forgotten.
 * @param now monotonic milliseconds
 */
export function rateWindow(now: () => number): KeptWindows {
  return new KeptWindows(now)
}

export class KeptWindows implements RateWindow {
  readonly #rings = new Map<string, Ring>()
  readonly #now: () => number
  #sweptAtMs: number

  constructor(now: () => number) {
    this.#now = now
    this.#sweptAtMs = now()
  }

  async take(counted: readonly RateLimit[], checked: readonly RateLimit[] = []): Promise<RateVerdict> {
    const nowMs = this.#now()
    this.#sweep(nowMs)
    const refused = this.#refusal([...checked, ...counted], nowMs)
    if (refused) return refused
    for (const one of counted) this.#count(one, one.amount ?? 1, nowMs)
    return ALLOWED
  }

  async add(limits: readonly RateLimit[]): Promise<void> {
    const nowMs = this.#now()
    for (const one of limits) {
      const ring = this.#count(one, one.amount ?? 1, nowMs)
      while (ring.times.length - ring.first > one.limit) dropOldest(ring)
    }
  }

  async enter(counted: readonly RateLimit[], held: readonly RateLimit[]) {
    const nowMs = this.#now()
    this.#sweep(nowMs)
    const refused = this.#refusal(held, nowMs) ?? this.#refusal(counted, nowMs)
    if (refused) return refused
    return { isAllowed: true as const, place: this.enterAnyway(counted, held) }
  }

  /** The same, whatever the limits: where others have decided. */
  enterAnyway(counted: readonly RateLimit[], held: readonly RateLimit[]): Place {
    const nowMs = this.#now()
    for (const one of counted) this.#count(one, one.amount ?? 1, nowMs)
    for (const one of held) this.#ringOf(one, nowMs).held += one.amount ?? 1
    return this.#placeOf(counted, held)
  }

  fullForMs(limits: readonly RateLimit[]): number {
    const nowMs = this.#now()
    let most = 0
    for (const one of limits) most = Math.max(most, this.#waitMs(one, nowMs, 1))
    return most
  }

  #placeOf(counted: readonly RateLimit[], held: readonly RateLimit[]): Place {
    const ended: boolean[] = []
    const nowMs = this.#now()
    const left: LimitLeft[] = []
    for (const limit of counted) left.push(this.#left(limit, nowMs))
    for (const limit of held) left.push(this.#left(limit, nowMs))
    return {
      left,
      end: (at, used) => {
        const limit = held[at]
        if (!limit || ended[at]) return
        ended[at] = true
        const nowMs = this.#now()
        this.#ringOf(limit, nowMs).held -= limit.amount ?? 1
        if (used > 0 && limit.windowMs > 0) this.#count(limit, used, nowMs)
      },
    }
  }

  #left(limit: RateLimit, nowMs: number): LimitLeft {
    const { times, counted, held } = this.#ringOf(limit, nowMs)
    const newest = held > 0 ? nowMs : (times.at(-1) ?? nowMs - limit.windowMs)
    return { limit, remaining: Math.max(0, limit.limit - counted - held), resetMs: Math.max(0, newest + limit.windowMs - nowMs) }
  }

  #refusal(limits: readonly RateLimit[], nowMs: number): RateRefusal | undefined {
    for (const refusedBy of limits) {
      const waitMs = this.#waitMs(refusedBy, nowMs)
      if (waitMs > 0) return { isAllowed: false, retrySeconds: Math.max(1, Math.ceil(waitMs / 1000)), refusedBy }
    }
    return undefined
  }

  /** Milliseconds until the limit allows its amount; 0: it does. */
  #waitMs(asked: RateLimit, nowMs: number, amount = asked.amount ?? 1): number {
    const { times, amounts, first, counted, held } = this.#ringOf(asked, nowMs)
    let beyond = counted + held + amount - asked.limit
    if (beyond <= 0) return 0
    for (let at = first; at < times.length; at++) {
      beyond -= amounts[at] ?? 0
      if (beyond <= 0) return Math.max(1, (times[at] ?? nowMs) + asked.windowMs - nowMs)
    }
    return LOOK_AGAIN_MS
  }

  #count(limit: RateLimit, amount: number, nowMs: number): Ring {
    const ring = this.#ringOf(limit, nowMs)
    ring.counted += amount
    const last = ring.times.length - 1
    const stepMs = limit.windowMs / STEPS
    const isSameStep = last >= ring.first && Math.floor(nowMs / stepMs) === Math.floor((ring.times[last] ?? 0) / stepMs)
    if (limit.amount !== undefined && isSameStep) {
      ring.times[last] = nowMs
      ring.amounts[last] = (ring.amounts[last] ?? 0) + amount
      return ring
    }
    ring.times.push(nowMs)
    ring.amounts.push(amount)
    return ring
  }

  #ringOf({ key, windowMs }: RateLimit, nowMs: number): Ring {
    let ring = this.#rings.get(key)
    if (!ring) {
      ring = { times: [], amounts: [], first: 0, counted: 0, held: 0, windowMs }
      this.#rings.set(key, ring)
    }
    ring.windowMs = windowMs
    while (ring.first < ring.times.length && (ring.times[ring.first] ?? 0) <= nowMs - windowMs) dropOldest(ring)
    if (ring.first > 64 && ring.first * 2 > ring.times.length) {
      ring.times = ring.times.slice(ring.first)
      ring.amounts = ring.amounts.slice(ring.first)
      ring.first = 0
    }
    return ring
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs <= SWEEP_EVERY_MS) return
    this.#sweptAtMs = nowMs
    for (const [key, ring] of this.#rings) if (ring.held === 0 && (ring.times.at(-1) ?? 0) <= nowMs - ring.windowMs) this.#rings.delete(key)
  }
}

function dropOldest(ring: Ring): void {
  ring.counted -= ring.amounts[ring.first] ?? 0
  ring.first += 1
}
