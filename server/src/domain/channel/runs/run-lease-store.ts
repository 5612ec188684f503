// Who works on all channels now, and when all of that was last begun. Times are of the database's clock, which all nodes share.
import type { Database } from '../../../db/database.ts'
import { locked } from '../../../db/locked.ts'
import { isRepeatedKey } from '../../../db/unique-violation.ts'
import { writeTask } from '../../../db/write-task.ts'

export interface LeaseClaim {
  readonly name: string
  readonly owner: string
  readonly leaseMs: number
  /** It was not begun for so long; 0: whenever. */
  readonly everyMs: number
  /** Is it all of the work, so that the next time is counted from now? */
  readonly isWhole: boolean
}

/** Takes a lease. False: another has it, or it is too early. */
export const claimRun = writeTask<LeaseClaim, boolean>('channel.claim-run', async (tx, { name, owner, leaseMs, everyMs, isWhole }) => {
  const nowMs = await tx.sets.nowMs()
  const lease = await locked(tx, tx.db.selectFrom('run_lease').selectAll().where('name', '=', name)).executeTakeFirst()
  if (lease && Number(lease.until_ms) > nowMs) return false
  const begunAtMs = Number(lease?.begun_at_ms ?? 0)
  if (everyMs > 0 && nowMs - begunAtMs < everyMs) return false
  const row = { owner, begun_at_ms: isWhole ? nowMs : begunAtMs, until_ms: nowMs + leaseMs }
  if (lease) await tx.db.updateTable('run_lease').set(row).where('name', '=', name).execute()
  else
    await tx.db
      .insertInto('run_lease')
      .values({ name, ...row })
      .execute()
  return true
})

/** Makes a lease longer. False: it ran out, and another has it. */
export const renewRun = writeTask<Pick<LeaseClaim, 'name' | 'owner' | 'leaseMs'>, boolean>(
  'channel.renew-run',
  async (tx, { name, owner, leaseMs }) => {
    const until_ms = (await tx.sets.nowMs()) + leaseMs
    const update = tx.db.updateTable('run_lease').set({ until_ms }).where('name', '=', name).where('owner', '=', owner)
    return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows) > 0
  },
)

/** Gives a lease back. */
export const endRun = writeTask<Pick<LeaseClaim, 'name' | 'owner'>, null>('channel.end-run', async (tx, { name, owner }) => {
  await tx.db.updateTable('run_lease').set({ until_ms: 0 }).where('name', '=', name).where('owner', '=', owner).execute()
  return null
})

/** Takes a lease, also for the first time. False: another has it, or it is too early. */
export async function takeLease(database: Database, wanted: LeaseClaim): Promise<boolean> {
  return database.run(claimRun, wanted).catch((error) => {
    // Another node took it for the first time at the same moment.
    if (isRepeatedKey(error, 'run_lease', 'name')) return false
    throw error
  })
}
