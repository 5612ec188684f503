// The time, as something that is passed in, so that a test can drive it forward and need not wait.

/** Calls off what was to be called back; a second time changes nothing. */
export type CallOff = () => void

export interface Clock {
  /** Milliseconds since some moment. Unlike the time of day, it never goes back. */
  now(): number
  /** Calls back once, after so many milliseconds. A waiting callback does not keep the process alive. */
  after(ms: number, callback: () => void): CallOff
  /** Calls back again and again, each time so many milliseconds later. */
  every(ms: number, callback: () => void): CallOff
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref()
    return () => clearInterval(timer)
  },
}
