// Holds whose owner is gone: a node that no longer renews its lease, a task or session past its own.
import { logType } from '@waystation/contract/status-table'
import { encodeTime } from 'ulid'
import { locked } from '../../db/locked.ts'
import { writeTask } from '../../db/write-task.ts'
import { Charges, withHousePart } from './charges.ts'
import type { Deltas } from './fold.ts'
import { accountTable, batchTable, holdFactsTable, holdTable } from './ledger-tables.ts'
import type { LogDraft, SystemAccounts } from './operation.ts'
import { type AccountState, type HoldRecord, readAccount, readHold } from './state.ts'
import { usageDeltas } from './usage-deltas.ts'
import { insertLogs, type LogRow, writeAccounts, writeEntries } from './write-batch.ts'

export interface RecoverInput {
  /** Holds resolved at most. */
  readonly limit: number
  readonly accounts: SystemAccounts
  /** The node that recovers, and its running number of recoveries: they name the batch row. */
  readonly marker: { readonly epoch: string; readonly seq: number }
  /** Only these owners' holds whatever their lease says; absent: every owner whose lease has run out. */
  readonly onlyOtherThan?: string
  readonly policy: 'checkpoint' | 'void' | 'full'
  /** May a charge beyond the hold overdraw its accounts (the option relay.strict_holds is off)? */
  readonly mayOverdraw?: boolean
}

/**
 * Resolves holds of absent owners: charged what they had used at the last checkpoint, or released when there is none.
 * Safe to run twice and on several nodes: rows that another transaction works on are passed over, resolved ones are not met.
 * An owner that comes back corrects the charge (run-batch.ts).
 */
export const recoverHolds = writeTask<RecoverInput, { recovered: number; released: number }>('ledger.recover', async (tx, input) => {
  const nowMs = await tx.sets.nowMs()
  let query = tx.db.selectFrom('hold').select('id').where('state', '=', 'open').orderBy('id').limit(input.limit)
  if (input.onlyOtherThan !== undefined) {
    query = query.where('owner_kind', '=', 'node').where('owner_id', '!=', input.onlyOtherThan)
  } else {
    const alive = tx.db.selectFrom('node').select('epoch').where('lease_until_ms', '>', nowMs)
    query = query.where((where) =>
      where.or([
        where.and([where('owner_kind', '=', 'node'), where('owner_id', 'not in', alive)]),
        where.and([where('owner_kind', '!=', 'node'), where('lease_until_ms', '<', nowMs)]),
      ]),
    )
  }
  const ids = (await locked(tx, query, { skipLocked: true }).execute()).map((row) => row.id)
  if (ids.length === 0) return { recovered: 0, released: 0 }

  const holds = (await tx.sets.selectByKeys(holdFactsTable, 'id', ids, { lock: true }))
    .map(readHold)
    .filter((hold) => hold.state === 'open')
  const accountIds = [...new Set(holds.flatMap((hold) => hold.legs.map((leg) => leg.accountId)))].sort((a, b) => a - b)
  const accounts = new Map(
    (await tx.sets.selectByKeys(accountTable, 'id', accountIds, { lock: true })).map((row) => [Number(row.id), readAccount(row)]),
  )

  const accountOf = (id: number): AccountState => {
    const account = accounts.get(id)
    if (!account) throw new Error(`account ${id} does not exist`)
    return account
  }
  const charges = new Charges(input.accounts, accountOf)
  const logs: LogRow[] = []
  for (const hold of holds) {
    const cost = chargeOf(hold, input.policy)
    for (const leg of hold.legs) if (leg.reserves) accountOf(leg.accountId).held -= hold.amount
    const paid = charges.payable(hold.legs, cost, hold.amount, input.mayOverdraw === true)
    hold.house = cost - paid
    if (cost > 0) {
      charges.post(hold, paid, { ref: `recover:${hold.id}`, kind: 'recover', calls: 1 })
      charges.postHousePart(hold, hold.house, `house:${hold.id}`)
      const log = { ...(JSON.parse(hold.facts ?? '{}') as LogDraft), type: logType.consumption, quota: cost }
      logs.push({ id: hold.id, log: withHousePart(log, hold.house) })
    }
    hold.used = paid
    hold.state = cost > 0 ? 'recovered' : 'released'
  }

  await tx.sets.updateMany(
    holdFactsTable,
    'id',
    ['used', 'state', 'resolved_by', 'resolved_at_ms', 'house'],
    holds.map((hold) => [hold.id, hold.used, hold.state, 'sweeper', nowMs, hold.house]),
  )
  await writeEntries(tx.sets, charges, nowMs)
  await writeAccounts(tx.sets, [...accounts.values()])
  await insertLogs(tx.sets, logs, nowMs)
  const usage = usageDeltas(
    logs.map(({ log }) => log),
    Math.floor(nowMs / 1000),
  )
  const deltas =
    charges.entries.length === 0 ? '' : JSON.stringify({ accounts: [...charges.systemDeltas], usage, tokens: [] } satisfies Deltas)
  await tx.sets.insertMany(batchTable, [[input.marker.epoch, -input.marker.seq, deltas, nowMs]])
  const recovered = holds.filter((hold) => hold.state === 'recovered').length
  return { recovered, released: holds.length - recovered }
})

function chargeOf(hold: HoldRecord, policy: RecoverInput['policy']): number {
  if (policy === 'void') return 0
  return policy === 'full' ? hold.amount : hold.used
}

/** Removes holds that were resolved long ago; the entries keep the history. Answers how many. */
export const purgeHolds = writeTask<{ olderThanMs: number; limit: number }, number>('ledger.purge', async (tx, { olderThanMs, limit }) => {
  const before = (await tx.sets.nowMs()) - olderThanMs
  // A hold's key begins with its time, so the old ones are a range of the key; a long one may have been resolved only lately.
  const rows = await tx.db
    .selectFrom('hold')
    .select('id')
    .where('id', '<', encodeTime(Math.max(0, before)))
    .where('resolved_at_ms', '<', before)
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
