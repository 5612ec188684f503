// Who submits a task under an Idempotency-Key now. Times are of the database's clock, which all nodes share.
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'

export interface TaskClaim {
  readonly name: string
  readonly owner: string
  readonly leaseMs: number
}

/** Takes a claim, also one that ran out. False: another request has it. */
export const claimTask = writeTask<TaskClaim, boolean>('task.claim', async (tx, { name, owner, leaseMs }) => {
  const nowMs = await tx.sets.nowMs()
  const claim = await locked(tx, tx.db.selectFrom('task_claim').selectAll().where('name', '=', name)).executeTakeFirst()
  if (claim && Number(claim.until_ms) > nowMs) return false
  const row = { owner, until_ms: nowMs + leaseMs }
  if (claim) await tx.db.updateTable('task_claim').set(row).where('name', '=', name).execute()
  else
    await tx.db
      .insertInto('task_claim')
      .values({ name, ...row })
      .execute()
  return true
})

/** Makes a claim longer, unless it ran out and another has it. */
export const renewClaim = writeTask<TaskClaim, null>('task.renew-claim', async (tx, { name, owner, leaseMs }) => {
  const until_ms = (await tx.sets.nowMs()) + leaseMs
  await tx.db.updateTable('task_claim').set({ until_ms }).where('name', '=', name).where('owner', '=', owner).execute()
  return null
})

/** Gives a claim back. */
export const endClaim = writeTask<Omit<TaskClaim, 'leaseMs'>, null>('task.end-claim', async (tx, { name, owner }) => {
  await tx.db.deleteFrom('task_claim').where('name', '=', name).where('owner', '=', owner).execute()
  return null
})

/** Deletes claims that ran out this long ago: their nodes died. */
export const purgeClaims = writeTask<{ readonly olderMs: number }, null>('task.purge-claims', async (tx, { olderMs }) => {
  const before = (await tx.sets.nowMs()) - olderMs
  await tx.db.deleteFrom('task_claim').where('until_ms', '<', before).execute()
  return null
})

/** Takes a claim, also for the first time. False: another request has it. */
export async function takeClaim(database: Pick<Database, 'run'>, wanted: TaskClaim): Promise<boolean> {
  return database.run(claimTask, wanted).catch((error) => {
    // Another took it for the first time at the same moment.
    if (isRepeatedKey(error, 'task_claim', 'name')) return false
    throw error
  })
}
