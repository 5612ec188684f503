// Counts tries of passwords and other critical calls. The counters are in the database: a restart does not set them to zero, and the
// command line clears them while the server runs. Tries that come while others are being written go with the next transaction.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import type { Alternatives, Verdict } from './counter.ts'
import { clearTries, giveBackTries, purgeTries, takeTries } from './throttle-store.ts'

/** A try that may be made. */
export interface CountedTry {
  /** It succeeded: it does not count. */
  succeeded(): Promise<void>
}

export interface Throttle {
  /**
   * Counts a try, or returns after how many seconds one may be made.
   * @throws AppError too_many_requests when more tries wait to be counted than the database can take
   */
  take(alternatives: Alternatives): Promise<CountedTry | { readonly retrySeconds: number }>
  /** Deletes the counters of these subjects, and returns how many those were. */
  clear(subjects: readonly string[]): Promise<number>
  /** A chore: forgets counters that mean nothing any more. */
  purge(): Promise<number>
}

/** Tries in one transaction. */
const BATCH_MAX = 200
const WAITING_MAX = 5000
const BUSY_RETRY_SECONDS = 5

interface Waiting {
  readonly alternatives: Alternatives
  readonly resolve: (verdict: Verdict) => void
  readonly reject: (error: unknown) => void
}

/** @param now unix milliseconds */
export function openThrottle({ database, now }: { database: Database; now: () => number }): Throttle {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX)
      try {
        const verdicts = await database.run(takeTries, { tries: batch.map(({ alternatives }) => alternatives), nowMs: now() })
        for (const [at, { resolve, reject }] of batch.entries()) {
          const verdict = verdicts[at]
          if (verdict) resolve(verdict)
          else reject(new Error('a try was not judged'))
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return {
    async take(alternatives) {
      if (waiting.length >= WAITING_MAX) throw new AppError('too_many_requests', { seconds: BUSY_RETRY_SECONDS })
      const verdict = await new Promise<Verdict>((resolve, reject) => {
        waiting.push({ alternatives, resolve, reject })
        if (!isWriting) void writeAll()
      })
      if (!verdict.isAllowed) return { retrySeconds: Math.ceil(verdict.waitMs / 1000) }
      return {
        async succeeded() {
          await database.run(giveBackTries, { marks: verdict.marks })
        },
      }
    },
    clear: (subjects) => database.run(clearTries, { subjects }),
    purge: () => database.run(purgeTries, { before: Math.floor(now() / 1000) }),
  }
}
