import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeTask } from '../../db/write-task.ts'
import { fieldsOf } from '../../lib/fields.ts'

/** One process that works, or lately worked, on the database. */
export interface NodeRow {
  readonly epoch: string
  readonly name: string
  /** Unix seconds. */
  readonly startedAt: number
  /** Unix milliseconds, the database's clock; 0: it ended in order. */
  readonly leaseUntilMs: number
  /** Unix milliseconds of its last report, the database's clock; 0: it has not told anything yet. */
  readonly reportedAtMs: number
  /** What it told of itself; empty before its first report. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Nodes that are no more are remembered for so long. */
const KEPT_MS = 7 * 86_400_000
const MAX_ROWS = 200

/** Stores what a node tells of itself, and forgets nodes of which nothing was heard for long. Answers the database's time in unix milliseconds. */
export const reportNode = writeTask<{ epoch: string; facts: object }, number>('node.report', async (tx, { epoch, facts }) => {
  const reportedAtMs = await tx.sets.nowMs()
  const told = JSON.stringify({ ...facts, reportedAtMs })
  await tx.db.updateTable('node').set({ facts: told }).where('epoch', '=', epoch).execute()
  const oldestMs = reportedAtMs - KEPT_MS
  const query = tx.db.selectFrom('node').selectAll().where('lease_until_ms', '<', oldestMs)
  const old = (await query.where('started_at', '<', Math.floor(oldestMs / 1000)).execute()).map(rowOf)
  const silent = old.filter((row) => row.reportedAtMs < oldestMs).map((row) => row.epoch)
  if (silent.length > 0) await tx.db.deleteFrom('node').where('epoch', 'in', silent).execute()
  return reportedAtMs
})

/** Those that live first, then those that are no more; at most 200. */
export async function findNodes(database: Database): Promise<readonly NodeRow[]> {
  const rows = await database.read
    .selectFrom('node')
    .selectAll()
    // However many came and went meanwhile, no node that lives is left out: they are counted.
    .orderBy('lease_until_ms', 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('epoch', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return rows.map(rowOf)
}

function rowOf({ epoch, name, started_at, lease_until_ms, facts }: Tables['node']): NodeRow {
  const told = facts === null ? {} : fieldsOf(JSON.parse(facts))
  return {
    epoch,
    name,
    startedAt: Number(started_at),
    leaseUntilMs: Number(lease_until_ms),
    reportedAtMs: Number(told.reportedAtMs ?? 0),
    facts: told,
  }
}
