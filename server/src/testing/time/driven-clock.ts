import type { CallOff, Clock } from '../../lib/clock.ts'

/** A clock that runs as the system's does, and that a test moves ahead. */
export interface DrivenClock extends Clock {
  /** Moves so many milliseconds ahead. What has come due is called back before this returns, in its order. */
  advance(ms: number): void
}

interface Waiting {
  dueMs: number
  readonly everyMs: number | undefined
  readonly callback: () => void
  timer?: NodeJS.Timeout
}

export function drivenClock(): DrivenClock {
  const waiting = new Set<Waiting>()
  let aheadMs = 0
  const now = () => performance.now() + aheadMs

  const arm = (one: Waiting): void => {
    clearTimeout(one.timer)
    one.timer = setTimeout(() => fire(one), Math.max(0, one.dueMs - now())).unref()
  }
  const fire = (one: Waiting): void => {
    if (one.everyMs === undefined) waiting.delete(one)
    else {
      one.dueMs += one.everyMs
      arm(one)
    }
    one.callback()
  }
  const wait = (ms: number, everyMs: number | undefined, callback: () => void): CallOff => {
    const one: Waiting = { dueMs: now() + ms, everyMs, callback }
    waiting.add(one)
    arm(one)
    return () => {
      clearTimeout(one.timer)
      waiting.delete(one)
    }
  }
  const nextDue = () => [...waiting].filter(({ dueMs }) => dueMs <= now()).toSorted((one, other) => one.dueMs - other.dueMs)[0]

  return {
    now,
    after: (ms, callback) => wait(ms, undefined, callback),
    every: (ms, callback) => wait(ms, ms, callback),
    advance(ms) {
      aheadMs += ms
      for (let due = nextDue(); due; due = nextDue()) {
        clearTimeout(due.timer)
        fire(due)
      }
      for (const one of waiting) arm(one)
    },
  }
}
