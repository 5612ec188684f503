// Sliding windows: at most so many events within so many seconds.

/** At most `limit` events of a key within `windowMs`. */
export interface RateLimit {
  readonly key: string
  readonly limit: number
  readonly windowMs: number
}

/** `retrySeconds`: when the oldest event leaves the window of the limit that refuses. */
export type RateVerdict =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retrySeconds: number; readonly refusedBy: RateLimit }

/** A port: each call is one question to wherever the events are counted, in memory or at a server that several nodes share. */
export interface RateWindow {
  /** Counts an event on each limit if these and the `checked` ones, which are asked first, all allow it; otherwise on none. */
  take(counted: readonly RateLimit[], checked?: readonly RateLimit[]): Promise<RateVerdict>
  /** Counts an event on each, whatever its limit. Never rejects. */
  add(limits: readonly RateLimit[]): Promise<void>
}

interface Ring {
  /** Times of the last events, oldest first, from `first` on. */
  times: number[]
  first: number
  windowMs: number
}

const SWEEP_EVERY_MS = 60_000
const ALLOWED: RateVerdict = { isAllowed: true }

/**
 * Windows in the memory of this process; one thread, so counting is atomic. A key's memory is at most its limit in numbers, and keys whose
 * window has passed are forgotten.
 * @param now monotonic milliseconds
 */
export function rateWindow(now: () => number): RateWindow {
  const rings = new Map<string, Ring>()
  let sweptAtMs = now()

  const ringOf = ({ key, windowMs }: RateLimit, nowMs: number): Ring => {
    let ring = rings.get(key)
    if (!ring) {
      ring = { times: [], first: 0, windowMs }
      rings.set(key, ring)
    }
    ring.windowMs = windowMs
    while (ring.first < ring.times.length && (ring.times[ring.first] ?? 0) <= nowMs - windowMs) ring.first += 1
    if (ring.first > 64 && ring.first * 2 > ring.times.length) {
      ring.times = ring.times.slice(ring.first)
      ring.first = 0
    }
    return ring
  }

  const sweep = (nowMs: number) => {
    if (nowMs - sweptAtMs <= SWEEP_EVERY_MS) return
    sweptAtMs = nowMs
    for (const [key, ring] of rings) if ((ring.times.at(-1) ?? 0) <= nowMs - ring.windowMs) rings.delete(key)
  }

  const refusal = (asked: RateLimit, nowMs: number): RateVerdict | undefined => {
    const { times, first } = ringOf(asked, nowMs)
    if (times.length - first < asked.limit) return undefined
    const oldest = times[times.length - asked.limit] ?? nowMs
    return { isAllowed: false, retrySeconds: Math.max(1, Math.ceil((oldest + asked.windowMs - nowMs) / 1000)), refusedBy: asked }
  }

  return {
    async take(counted, checked = []) {
      const nowMs = now()
      sweep(nowMs)
      for (const asked of [...checked, ...counted]) {
        const refused = refusal(asked, nowMs)
        if (refused) return refused
      }
      for (const one of counted) ringOf(one, nowMs).times.push(nowMs)
      return ALLOWED
    },
    async add(limits) {
      const nowMs = now()
      for (const one of limits) {
        const ring = ringOf(one, nowMs)
        ring.times.push(nowMs)
        while (ring.times.length - ring.first > one.limit) ring.first += 1
      }
    },
  }
}
