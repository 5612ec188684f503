import type { Clock } from '../../lib/clock.ts'

/** A clock on which time passes so many times as fast as on the system's. */
export function fastClock(pace: number): Clock {
  return {
    now: () => performance.now() * pace,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / pace).unref()
      return () => clearTimeout(timer)
    },
    every(ms, callback) {
      const timer = setInterval(callback, ms / pace).unref()
      return () => clearInterval(timer)
    },
  }
}
