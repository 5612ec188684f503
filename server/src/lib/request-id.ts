import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

const POOL_BYTES = 4096

/** Fractions from 0 up to 1. Random bytes are drawn many at once: a call to the system for each is what an id would cost most. */
function randomFractions(): () => number {
  const pool = new Uint8Array(POOL_BYTES)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    used += 1
    return (pool[used - 1] ?? 0) / 256
  }
}

/** A request id: a ULID of ours, in time order, never taken from a client (decision D17). */
export const newRequestId: () => string = monotonicFactory(randomFractions())
