// Deliveries wait in a table until they are delivered. Whoever delivers one claims it for a while; when the process dies, the claim ends and
// it is sent again under the same id, by which its receiver knows it.

import { locked } from '../../db/locked.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'

export type DeliveryKind = 'mail' | 'webhook'

/** A delivery as it is stored: sealed before the transaction, since the thread that writes holds no keys. */
export interface SealedDelivery {
  /** Names what it is about, unique for ever: a second delivery about the same is not written. At most 190 characters. */
  readonly ref: string
  /** What the receiver knows it by, a ULID. */
  readonly uid: string
  readonly kind: DeliveryKind
  readonly body: string
  /** How long it is worth delivering, in milliseconds. */
  readonly lifetimeMs: number
  /** Addressed to nobody: it is stored as delivered, so that writing it takes as long as one that is sent. */
  readonly isBlank?: boolean
}

const state = { waiting: 'waiting', delivered: 'delivered', failed: 'failed' } as const

/** Puts deliveries into the outbox, within the transaction of what they tell about. Answers how many were new. */
export async function enqueue(tx: WriteTx, deliveries: readonly SealedDelivery[]): Promise<number> {
  let added = 0
  const nowMs = await tx.sets.nowMs()
  for (const delivery of deliveries) {
    if (await hasDelivery(tx, delivery.ref)) continue
    await tx.db.insertInto('outbox').values(rowOf(delivery, nowMs)).execute()
    added += 1
  }
  return added
}

function rowOf({ ref, uid, kind, body, lifetimeMs, isBlank = false }: SealedDelivery, nowMs: number) {
  return {
    ...{ ref, row_uid: uid, kind, tries: 0, claimed_by: '', last_error: '' },
    body: isBlank ? '' : body,
    state: isBlank ? state.delivered : state.waiting,
    next_try_at_ms: nowMs,
    give_up_at_ms: nowMs + lifetimeMs,
    created_at_ms: nowMs,
  }
}

async function hasDelivery(tx: WriteTx, ref: string): Promise<boolean> {
  return (await tx.db.selectFrom('outbox').select('id').where('ref', '=', ref).executeTakeFirst()) !== undefined
}

/** Puts deliveries into the outbox by themselves: for what is no change in the database. */
export const addDeliveries = writeTask<{ deliveries: readonly SealedDelivery[] }, number>('outbox.add', (tx, { deliveries }) =>
  enqueue(tx, deliveries),
)

/** Did another transaction write a delivery about the same at the same time? */
export const isRepeatedDelivery = (error: unknown): boolean => isUniqueViolation(error, 'ref')

export interface ClaimedDelivery {
  readonly id: number
  readonly uid: string
  readonly kind: string
  readonly body: string
  /** This one included. */
  readonly tries: number
}

/** Takes deliveries that are due for `leaseMs`. What is too old is given up instead. */
export const claimDeliveries = writeTask<{ by: string; limit: number; leaseMs: number }, ClaimedDelivery[]>(
  'outbox.claim',
  async (tx, { by, limit, leaseMs }) => {
    const nowMs = await tx.sets.nowMs()
    const due = tx.db.selectFrom('outbox').selectAll().where('state', '=', state.waiting).where('next_try_at_ms', '<=', nowMs)
    const rows = await locked(tx, due.orderBy('next_try_at_ms').orderBy('id').limit(limit), { skipLocked: true }).execute()
    const isLate = (row: { give_up_at_ms: number }) => Number(row.give_up_at_ms) <= nowMs
    const late = rows.filter(isLate).map(({ id }) => Number(id))
    if (late.length > 0) await tx.db.updateTable('outbox').set(givenUp).where('id', 'in', late).execute()
    const taken = rows.filter((row) => !isLate(row))
    if (taken.length > 0) {
      await tx.db
        .updateTable('outbox')
        .set((expression) => ({ tries: expression('tries', '+', 1), next_try_at_ms: nowMs + leaseMs, claimed_by: by }))
        .where(
          'id',
          'in',
          taken.map(({ id }) => id),
        )
        .execute()
    }
    return taken.map((row) => ({ id: Number(row.id), uid: row.row_uid, kind: row.kind, body: row.body, tries: row.tries + 1 }))
  },
)

const givenUp = { state: state.failed, body: '', claimed_by: '', last_error: 'too late' }

export interface DeliveryAttempt {
  readonly id: number
  /** Of the claim: a process whose claim has ended does not undo what the next one notes. */
  readonly tries: number
  readonly outcome: 'delivered' | 'failed' | 'again'
  /** Until the next try. */
  readonly pauseMs: number
  /** Without secrets and addresses; empty: none. */
  readonly error: string
}

/** Notes how the delivery of a claimed delivery went. */
export const recordAttempt = writeTask<DeliveryAttempt, null>('outbox.note', async (tx, { id, tries, outcome, pauseMs, error }) => {
  const nowMs = await tx.sets.nowMs()
  const isOver = outcome !== 'again'
  const update = tx.db
    .updateTable('outbox')
    .set({
      state: outcome === 'again' ? state.waiting : state[outcome],
      next_try_at_ms: nowMs + pauseMs,
      claimed_by: '',
      last_error: error.slice(0, 255),
      ...(isOver ? { body: '' } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', state.waiting)
  await (outcome === 'delivered' ? update : update.where('tries', '=', tries)).execute()
  return null
})

/** Ends the claims of other processes, all of which have ended. Answers how many there were. */
export const freeClaims = writeTask<{ but: string }, number>('outbox.free', async (tx, { but }) => {
  const result = await tx.db
    .updateTable('outbox')
    .set({ claimed_by: '', next_try_at_ms: await tx.sets.nowMs() })
    .where('state', '=', state.waiting)
    .where('claimed_by', 'not in', ['', but])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
})

/** Deletes deliveries that were delivered or given up, and returns how many. */
export const purgeDeliveries = writeTask<{ keepMs: number }, number>('outbox.purge', async (tx, { keepMs }) => {
  const result = await tx.db
    .deleteFrom('outbox')
    .where('state', 'in', [state.delivered, state.failed])
    .where('next_try_at_ms', '<', (await tx.sets.nowMs()) - keepMs)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
})
