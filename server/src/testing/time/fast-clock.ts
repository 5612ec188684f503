import type { Clock } from '../../lib/clock.ts'

const PACE = 8

/** A clock on which time passes eight times as fast as on the system's: nobody waits long for a vendor to be asked again. */
export function fastClock(): Clock {
  return {
    now: () => performance.now() * PACE,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / PACE).unref()
      return () => clearTimeout(timer)
    },
    every(ms, callback) {
      const timer = setInterval(callback, ms / PACE).unref()
      return () => clearInterval(timer)
    },
  }
}
