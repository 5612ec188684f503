import type { WriteTx } from '../../../db/write-task.ts'

/**
 * Gives a node's open hold to a task, which ends it within this time: should it not, the hold is recovered. A hold that was swept in the
 * meantime stays as it is, since its late end corrects that.
 * @param facts the log row in waiting, as JSON text of a LogDraft
 */
export async function adoptHold(tx: WriteTx, id: string, leaseMs: number, facts: string): Promise<void> {
  const lease_until_ms = (await tx.sets.nowMs()) + leaseMs
  await tx.db
    .updateTable('hold')
    .set({ owner_kind: 'task', owner_id: id, lease_until_ms, facts })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}
