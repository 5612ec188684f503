// The check of the ledger against itself: once after each start, and when an admin asks for it. One runs at a time.
import { type BookCheck, type BookChecks, MAX_LISTED } from '@waystation/contract/money/books'
import type { Database } from '../../db/database.ts'
import type { CallOff, Clock } from '../../lib/clock.ts'
import type { Reconciliation } from '../ledger/reconcile/reconcile.ts'
import type { Reconciler } from '../ledger/reconcile/reconcile-aside.ts'
import { findCheck, keepCheck } from './check-store.ts'

export interface CheckService {
  state(): Promise<BookChecks>
  /** Begins a check, unless one is running. */
  start(): void
  /** Begins one once the start is over. */
  startSoon(): void
  /** Ends what runs. */
  close(): Promise<void>
}

export interface CheckParts {
  readonly database: Database
  readonly reconciler: Reconciler
  /** Unix milliseconds. */
  readonly now: () => number
  /** Counts the seconds after the start. */
  readonly clock: Clock
  /** Called with every finished check. */
  readonly onChecked: (check: BookCheck, differences: number) => void
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** The first seconds of a server belong to its callers. */
const AFTER_START_MS = 3000

export function checkService(parts: CheckParts): CheckService {
  const { database, reconciler, now, clock, onChecked, onTrouble } = parts
  let running: Promise<void> | undefined
  let callOff: CallOff | undefined
  let isClosed = false

  const check = async () => {
    const [startedMs, at] = [performance.now(), Math.floor(now() / 1000)]
    try {
      const found = await reconciler.run()
      const result = checkOf(found, at, Math.round(performance.now() - startedMs))
      onChecked(result, found.differences.length)
      await database.run(keepCheck, result)
    } catch (error) {
      if (!isClosed) onTrouble(error, { event: 'ledger_check_failed' })
    } finally {
      running = undefined
    }
  }
  const start = () => {
    if (!isClosed) running ??= check()
  }

  return {
    async state() {
      // Asked for first: a check that ends while its result is read must not be lost.
      const isRunning = running !== undefined
      return { is_running: isRunning, last: (await findCheck(database)) ?? null }
    },
    start,
    startSoon() {
      callOff = clock.after(AFTER_START_MS, start)
    },
    async close() {
      isClosed = true
      callOff?.()
      await reconciler.stop()
      await running
    },
  }
}

function checkOf({ checks, differences, openHolds, chargesWithoutLog }: Reconciliation, at: number, tookMs: number): BookCheck {
  return {
    ...{ at, took_ms: tookMs, open_holds: openHolds, charges_without_log: chargesWithoutLog },
    checks: [...checks],
    differences: differences.slice(0, MAX_LISTED),
  }
}
