// How often a password may be tried (control 3). Tries are counted when they begin, so that many at once are not all let through;
// one that succeeds is taken back.
import { LRUCache } from 'lru-cache'

/** Tries of one account from one address before the first pause, within this time. */
const FREE_TRIES = 5
const FREE_WINDOW_MS = 5 * 60_000
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const PER_ACCOUNT_HOUR = 50
const PER_ADDRESS_HOUR = 100
/** Counters kept; the one longest unused goes first. */
const MOST_COUNTERS = 100_000

interface LoginTry {
  /** The password was right: the try does not count. */
  succeeded(): void
}

export interface LoginThrottle {
  /** Counts a try, or tells after how many seconds one may be made. */
  begin(account: string, address: string): LoginTry | { readonly retrySeconds: number }
}

interface Pair {
  tries: number[]
  pausedUntilMs: number
  pauseMs: number
}

/** @param now milliseconds of any clock that does not go back far */
export function loginThrottle(now: () => number): LoginThrottle {
  const pairs = new LRUCache<string, Pair>({ max: MOST_COUNTERS })
  const hours = new LRUCache<string, number[]>({ max: MOST_COUNTERS })

  const recent = (key: string, nowMs: number): number[] => {
    const times = (hours.get(key) ?? []).filter((time) => time > nowMs - HOUR_MS)
    hours.set(key, times)
    return times
  }

  return {
    begin(account, address) {
      const nowMs = now()
      const pairKey = `${account} ${address}`
      const pair = pairs.get(pairKey) ?? { tries: [], pausedUntilMs: 0, pauseMs: 0 }
      pairs.set(pairKey, pair)
      const byAccount = recent(`account ${account}`, nowMs)
      const byAddress = recent(`address ${address}`, nowMs)
      const waitMs = Math.max(
        pair.pausedUntilMs - nowMs,
        byAccount.length >= PER_ACCOUNT_HOUR ? (byAccount[0] ?? nowMs) + HOUR_MS - nowMs : 0,
        byAddress.length >= PER_ADDRESS_HOUR ? (byAddress[0] ?? nowMs) + HOUR_MS - nowMs : 0,
      )
      if (waitMs > 0) return { retrySeconds: Math.ceil(waitMs / 1000) }

      // After a quiet quarter of an hour the pauses start small again.
      if (nowMs - (pair.tries.at(-1) ?? nowMs) > LONGEST_PAUSE_MS) pair.pauseMs = 0
      pair.tries = [...pair.tries.filter((time) => time > nowMs - FREE_WINDOW_MS), nowMs]
      byAccount.push(nowMs)
      byAddress.push(nowMs)
      if (pair.pauseMs > 0 || pair.tries.length >= FREE_TRIES) {
        pair.pauseMs = Math.min(LONGEST_PAUSE_MS, pair.pauseMs === 0 ? FIRST_PAUSE_MS : pair.pauseMs * 2)
        pair.pausedUntilMs = nowMs + pair.pauseMs
      }
      return {
        succeeded() {
          pairs.delete(pairKey)
          for (const key of [`account ${account}`, `address ${address}`]) {
            const times = hours.get(key) ?? []
            const at = times.indexOf(nowMs)
            if (at >= 0) times.splice(at, 1)
          }
        },
      }
    },
  }
}
