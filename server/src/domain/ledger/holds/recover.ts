// Holds whose owner is gone: a node that no longer renews its lease, a task or session past its own.
import { encodeTime } from 'ulid'
import { locked } from '../../../db/locked.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { partsAmount, sweptRow, waitingRow } from '../commit/waiting-row.ts'
import { holdTable } from '../ledger-tables.ts'
import { LedgerTransaction } from '../ledger-transaction.ts'
import { type SystemAccounts, tokensOf } from '../operation.ts'
import type { HoldRecord } from '../state.ts'

export interface RecoverInput {
  /** How many holds are resolved at most. */
  readonly limit: number
  readonly accounts: SystemAccounts
  /** The node that recovers, and its running number of recoveries: they name the batch row. */
  readonly marker: { readonly epoch: string; readonly seq: number }
  readonly policy: 'checkpoint' | 'void' | 'full'
  /** May a charge beyond the hold overdraw its accounts (the option relay.strict_holds is off)? */
  readonly mayOverdraw?: boolean
}

/**
 * Resolves holds of absent owners: charged what they had used at the last checkpoint, or released when there is none.
 * Safe to run twice and on several nodes: rows that another transaction works on are passed over, resolved ones are not met.
 * An owner that comes back corrects the charge (settle-hold.ts).
 */
export const recoverHolds = writeTask<RecoverInput, { recovered: number; released: number }>('ledger.recover', async (tx, input) => {
  const nowMs = await tx.sets.nowMs()
  const ids = await findAbandoned(tx, input, nowMs)
  if (ids.length === 0) return { recovered: 0, released: 0 }
  const ledger = new LedgerTransaction(tx, input.accounts, nowMs)
  await ledger.loadWideHolds(ids)
  await ledger.loadAccounts()
  const holds = ledger.holds.filter((hold) => hold.state === 'open')
  for (const hold of holds) recover(ledger, hold, input)
  // Negative, so that the numbers of recoveries and of batches do not collide.
  await ledger.write({ epoch: input.marker.epoch, seq: -input.marker.seq })
  const recovered = holds.filter(({ state }) => state === 'recovered').length
  return { recovered, released: holds.length - recovered }
})

/** Of every owner whose lease has run out, by the database's clock. */
async function findAbandoned(tx: WriteTx, { limit }: RecoverInput, nowMs: number): Promise<string[]> {
  const alive = tx.db.selectFrom('node').select('epoch').where('lease_until_ms', '>', nowMs)
  const query = tx.db
    .selectFrom('hold')
    .select('id')
    .where('state', '=', 'open')
    .where((where) =>
      where.or([
        where.and([where('owner_kind', '=', 'node'), where('owner_id', 'not in', alive)]),
        where.and([where('owner_kind', '!=', 'node'), where('lease_until_ms', '<', nowMs)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
  return (await locked(tx, query, { skipLocked: true }).execute()).map((row) => row.id)
}

function recover(ledger: LedgerTransaction, hold: HoldRecord, { policy, mayOverdraw = false }: RecoverInput): void {
  const wasHeld = hold.amount
  const amount = unsettledAmount(hold, policy)
  ledger.free(hold)
  hold.used = 0
  if (amount === 0 && hold.partCount === 0) {
    ledger.resolve(hold, 'released', 'sweeper')
    return
  }
  const isCounted = hold.legs.some(({ counted }) => counted)
  const tokens = isCounted ? tokensOf(waitingRow(hold, { paid: 0, writeOff: 0 }).log) : 0
  const charged = ledger.charge(hold, { kind: 'recover', subject: hold.id, amount, wasHeld, calls: 1, tokens, mayOverdraw })
  hold.used = charged.paid
  hold.house = charged.writeOff
  ledger.resolve(hold, 'recovered', 'sweeper')
  const row = sweptRow(hold)
  if (row) ledger.log(row)
}

/** What a recovery charges, in quota units: only what no part was settled for. */
function unsettledAmount({ amount, used, parts }: HoldRecord, policy: RecoverInput['policy']): number {
  if (policy === 'void') return 0
  return policy === 'full' ? amount : Math.max(0, used - partsAmount(parts))
}

/** Removes holds that were resolved long ago; the entries remain as history. Returns how many. */
export const purgeHolds = writeTask<{ olderThanMs: number; limit: number }, number>('ledger.purge', async (tx, { olderThanMs, limit }) => {
  const before = (await tx.sets.nowMs()) - olderThanMs
  // A hold's key begins with its time, so the old ones are a range of the key; a long one may have been resolved only lately.
  const rows = await tx.db
    .selectFrom('hold')
    .select('id')
    .where('id', '<', encodeTime(Math.max(0, before)))
    .where('resolved_at_ms', '<', before)
    // A task that fails gives back what its hold was charged.
    .where(({ not, exists, selectFrom, ref }) =>
      not(exists(selectFrom('task').select('task.id').where('task.hold_id', '=', ref('hold.id')).where('task.is_open', '=', 1))),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  await tx.sets.deleteByKeys(
    holdTable,
    'id',
    rows.map((row) => row.id),
  )
  return rows.length
})
