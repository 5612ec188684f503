import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

/** One process that works, or lately worked, on the database. */
export interface NodeRow {
  readonly epoch: string
  readonly name: string
  /** Unix seconds. */
  readonly startedAt: number
  /** Unix milliseconds, the database's clock; 0: it ended in order. */
  readonly leaseUntilMs: number
  /** JSON; null: it has not told anything yet. */
  readonly facts: string | null
}

/** Ended nodes are remembered for so long. */
const KEPT_MS = 7 * 86_400_000

/** Stores what a node tells of itself, and forgets nodes that ended long ago. Answers the database's time in unix milliseconds. */
export const reportNode = writeTask<{ epoch: string; facts: string }, number>('node.report', async (tx, { epoch, facts }) => {
  const nowMs = await tx.sets.nowMs()
  await tx.db.updateTable('node').set({ facts }).where('epoch', '=', epoch).execute()
  const oldest = Math.floor((nowMs - KEPT_MS) / 1000)
  await tx.db
    .deleteFrom('node')
    .where('lease_until_ms', '<', nowMs - KEPT_MS)
    .where('started_at', '<', oldest)
    .execute()
  return nowMs
})

/** All that are remembered, the newest first. */
export async function findNodes(database: Database): Promise<readonly NodeRow[]> {
  const rows = await database.read
    .selectFrom('node')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('epoch', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ epoch, name, started_at, lease_until_ms, facts }) => ({
    epoch,
    name,
    startedAt: Number(started_at),
    leaseUntilMs: Number(lease_until_ms),
    facts,
  }))
}
