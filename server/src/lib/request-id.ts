import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** Random bytes drawn at once: a call to the system for each digit of an id is what an id would cost most. */
const pool = new Uint8Array(4096)
let used = pool.length

function randomDigit(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 1
  return (pool[used - 1] ?? 0) / 256
}

/** A request id: a ULID of ours, in time order, never taken from a client (decision D17). */
export const newRequestId: () => string = monotonicFactory(randomDigit)
