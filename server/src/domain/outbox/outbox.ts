// The way out for mail and webhooks: what is to be sent is stored with what caused it, and delivered from there until
// it has arrived, a crash in between or not.
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import {
  addDeliveries,
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryKind,
  freeClaims,
  isRepeatedDelivery,
  purgeDeliveries,
  recordAttempt,
  type SealedDelivery,
} from './outbox-store.ts'

/** Something to send. */
export interface Delivery {
  readonly kind: DeliveryKind
  /** Names what it is about, unique for ever. */
  readonly ref: string
  /** What its transport needs, as JSON. */
  readonly body: string
  readonly lifetimeMs: number
  readonly isBlank?: boolean
}

/** Another try would fail too. */
export class Undeliverable extends Error {}

/**
 * Delivers one kind of delivery. `uid` is what the receiver knows the delivery by: the same for every try.
 * @throws Undeliverable where another try is useless; anything else is tried again
 */
export type Transport = (delivery: { readonly uid: string; readonly body: string }, signal: AbortSignal) => Promise<void>

export interface OutboxParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  readonly transports: Readonly<Record<DeliveryKind, Transport>>
  /** Runs no other process on this database? Then claims of processes that have ended are freed at once. */
  readonly isAlone: boolean
  /** What of an error may be stored: no secrets, no addresses. */
  readonly wordsOf: (error: unknown) => string
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Deliveries under delivery at a time. */
const AT_ONCE = 8
/** Longer than any transport takes. */
const LEASE_MS = 120_000
const MAX_TRIES = 8
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
const KEPT_MS = 7 * 86_400_000

const placeOf = (uid: string) => `outbox:body:${uid}`

/** Frees what a process that was killed had claimed. */
export async function openOutbox(parts: OutboxParts): Promise<Outbox> {
  const name = newRequestId()
  if (parts.isAlone) await parts.database.run(freeClaims, { but: name })
  return new Outbox(parts, name)
}

export class Outbox {
  readonly #parts: OutboxParts
  /** This process, in its claims. */
  readonly #name: string
  readonly #end = new AbortController()
  #running: Promise<void> | undefined
  #isWoken = false

  constructor(parts: OutboxParts, name: string) {
    this.#parts = parts
    this.#name = name
  }

  /** A delivery in the form in which a write task takes it to `enqueue`; call `wake` when the task is done. */
  seal({ kind, ref, body, lifetimeMs, isBlank }: Delivery): SealedDelivery {
    const uid = newRequestId()
    const sealed = this.#parts.secrets.seal(body, placeOf(uid))
    return { kind, ref, uid, body: sealed, lifetimeMs, ...(isBlank === undefined ? {} : { isBlank }) }
  }

  /** Stores deliveries that belong to no other change, and has them delivered. Those whose ref is known already are left out. */
  async add(deliveries: readonly Delivery[]): Promise<void> {
    const sealed = deliveries.map((delivery) => this.seal(delivery))
    const store = () => this.#parts.database.run(addDeliveries, { deliveries: sealed })
    await store().catch((error) => {
      if (!isRepeatedDelivery(error)) throw error
      return store()
    })
    this.wake()
  }

  /** Delivers what is due, soon. */
  wake(): void {
    this.deliverDue().catch((error) => this.#parts.onTrouble(error, { event: 'outbox_failed' }))
  }

  /** Delivers what is due; of several calls at the same time one works, and looks once more for the others. */
  async deliverDue(): Promise<void> {
    this.#isWoken = true
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    await this.#running
    // It was called between the last look and the end of the work.
    if (this.#isWoken && !this.#end.signal.aborted) await this.deliverDue()
  }

  /** A chore: deletes what was delivered or given up a week ago. */
  purge(): Promise<number> {
    return this.#parts.database.run(purgeDeliveries, { keepMs: KEPT_MS })
  }

  /** Breaks off what is under way, which is delivered again after the next start. */
  async close(): Promise<void> {
    this.#end.abort()
    await this.#running?.catch(() => {})
  }

  async #work(): Promise<void> {
    while (this.#isWoken && !this.#end.signal.aborted) {
      this.#isWoken = false
      const claimed = await this.#parts.database.run(claimDeliveries, { by: this.#name, limit: AT_ONCE, leaseMs: LEASE_MS })
      const results = await Promise.allSettled(claimed.map((delivery) => this.#deliver(delivery)))
      const broken = results.find((result) => result.status === 'rejected')
      if (broken) throw broken.reason
      if (claimed.length === AT_ONCE) this.#isWoken = true
    }
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, wordsOf, onTrouble } = this.#parts
    const { id, tries } = delivery
    try {
      await this.#handOver(delivery)
      await database.run(recordAttempt, { id, tries, outcome: 'delivered', pauseMs: 0, error: '' })
    } catch (error) {
      // Broken off by us: the claim stays, and the next process frees it.
      if (this.#end.signal.aborted) return
      const isLast = error instanceof Undeliverable || tries >= MAX_TRIES
      const words = wordsOf(error)
      const pauseMs = isLast ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
      onTrouble(undefined, { event: 'delivery_given_up', delivery: delivery.uid, kind: delivery.kind, tries, isLast, reason: words })
      await database.run(recordAttempt, { id, tries, outcome: isLast ? 'failed' : 'again', pauseMs, error: words })
    }
  }

  async #handOver({ uid, kind, body }: ClaimedDelivery): Promise<void> {
    const deliver = kind === 'mail' || kind === 'webhook' ? this.#parts.transports[kind] : undefined
    if (!deliver) throw new Undeliverable('unknown kind')
    await deliver({ uid, body: this.#open(body, uid) }, this.#end.signal)
  }

  #open(body: string, uid: string): string {
    try {
      return this.#parts.secrets.open(body, placeOf(uid))
    } catch (error) {
      throw new Undeliverable('sealed with another master key', { cause: error })
    }
  }
}
