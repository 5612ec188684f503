// The right to submit a task under an Idempotency-Key: one request has it at a time, on whichever node, and the others wait. It is renewed while the
// submission goes on; when its node dies, it runs out.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { endClaim, renewClaim, takeClaim } from './task-claim-store.ts'

export interface TaskClaimParts {
  readonly database: Pick<Database, 'run'>
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  /** Milliseconds that a claim lasts without being renewed; absent: a minute. */
  readonly leaseMs?: number
  /** Milliseconds that a request waits for another; absent: two minutes. */
  readonly waitMs?: number
  /** By which a claim is renewed; absent: the system's. */
  readonly clock?: Clock
}

const LEASE_MS = 60_000
const WAIT_MS = 120_000
/** Between two looks at a claim that another node has. */
const PAUSE_MS = 200

export class TaskClaims {
  readonly #parts: Required<TaskClaimParts>
  /** Of this node: who comes next waits for these without asking the database. */
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(parts: TaskClaimParts) {
    this.#parts = { leaseMs: LEASE_MS, waitMs: WAIT_MS, clock: systemClock, ...parts }
  }

  /**
   * Does the work when no other request has this key of this user.
   * @throws AppError task_key_in_use where another has it for too long; what the work throws; the database's errors
   */
  async run<Value>(userId: number, key: string, work: () => Promise<Value>): Promise<Value> {
    const name = `${userId} ${key}`
    for (let other = this.#running.get(name); other; other = this.#running.get(name)) await other.catch(() => undefined)
    const running = this.#claimed(name, work).finally(() => this.#running.delete(name))
    this.#running.set(name, running)
    return running
  }

  async #claimed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const { database, onTrouble, leaseMs, waitMs, clock } = this.#parts
    const owner = newRequestId()
    const untilMs = Date.now() + waitMs
    while (!(await takeClaim(database, { name, owner, leaseMs }))) {
      if (Date.now() >= untilMs) throw new AppError('task_key_in_use')
      await sleep(PAUSE_MS)
    }
    const told = (event: string) => (error: unknown) => onTrouble(error, { event })
    const renew = () => void database.run(renewClaim, { name, owner, leaseMs }).catch(told('task_claim_not_renewed'))
    const callOff = clock.every(leaseMs / 3, renew)
    try {
      return await work()
    } finally {
      callOff()
      await database.run(endClaim, { name, owner }).catch(told('task_claim_not_ended'))
    }
  }
}
