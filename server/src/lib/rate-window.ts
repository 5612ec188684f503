// Sliding windows in memory: at most so many events within so many seconds. One thread, so counting is atomic.

export interface RateWindow {
  /** Counts an event if the limit allows it. Otherwise returns in how many seconds the oldest leaves the window. */
  take(
    key: string,
    limit: number,
    windowMs: number,
  ): { readonly isAllowed: true } | { readonly isAllowed: false; readonly retrySeconds: number }
  /** The same without counting. */
  peek(
    key: string,
    limit: number,
    windowMs: number,
  ): { readonly isAllowed: true } | { readonly isAllowed: false; readonly retrySeconds: number }
  /** Counts an event whatever the limit. */
  add(key: string, limit: number, windowMs: number): void
}

interface Ring {
  /** Times of the last events, oldest first, from `first` on. */
  times: number[]
  first: number
  windowMs: number
}

const SWEEP_EVERY_MS = 60_000

/**
 * Windows by key. A key's memory is at most its limit in numbers, and keys whose window has passed are forgotten.
 * @param now monotonic milliseconds
 */
export function rateWindow(now: () => number): RateWindow {
  const rings = new Map<string, Ring>()
  let sweptAtMs = now()

  const ringOf = (key: string, windowMs: number, nowMs: number): Ring => {
    if (nowMs - sweptAtMs > SWEEP_EVERY_MS) sweep(nowMs)
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
    sweptAtMs = nowMs
    for (const [key, ring] of rings) if ((ring.times.at(-1) ?? 0) <= nowMs - ring.windowMs) rings.delete(key)
  }

  const check = (key: string, limit: number, windowMs: number, isCounted: boolean) => {
    const nowMs = now()
    const ring = ringOf(key, windowMs, nowMs)
    if (ring.times.length - ring.first >= limit) {
      const oldest = ring.times[ring.times.length - limit] ?? nowMs
      return { isAllowed: false, retrySeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000)) } as const
    }
    if (isCounted) ring.times.push(nowMs)
    return { isAllowed: true } as const
  }

  return {
    take: (key, limit, windowMs) => check(key, limit, windowMs, true),
    peek: (key, limit, windowMs) => check(key, limit, windowMs, false),
    add(key, limit, windowMs) {
      const nowMs = now()
      const ring = ringOf(key, windowMs, nowMs)
      ring.times.push(nowMs)
      while (ring.times.length - ring.first > limit) ring.first += 1
    },
  }
}
