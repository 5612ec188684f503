// Write tasks that only tests use, loaded by SQLite's writer thread in addition to the real ones.
import { sql } from 'kysely'
import type { WriteOffDayRow } from '../../../db/tables/tables.ts'
import { type AnyWriteTask, type WriteTx, writeTask } from '../../../db/write-task.ts'
import { addInviteGift } from '../../reward/rebate.ts'
import { insertUser } from '../../user/user-store.ts'
import { runBatch } from '../commit/run-batch.ts'
import { foldWriteOffs } from '../debts/write-offs.ts'
import { type RecoverInput, recoverHolds } from '../holds/recover.ts'
import { ensureAccount } from '../ledger-tasks.ts'
import type { Batch, Verdict } from '../operation.ts'
import { type Movement, post, postDifference } from '../post.ts'

/** Makes an account of a kind for an owner and gives it a balance out of the system account named. */
export const openFunded = writeTask<{ kind: string; ownerId: number; balance: number; from: number }, number>(
  'test.open-funded',
  async (tx, { kind, ownerId, balance, from }) => {
    const id = await ensureAccount(tx, kind, ownerId)
    await post(tx, [{ ref: `fund:${kind}:${ownerId}`, from, to: id, amount: balance, kind: 'grant', actorId: 0 }])
    return id
  },
)

/** A user with a balance, and with gifts for people they invited that wait to be transferred. */
export const openInviter = writeTask<
  { username: string; balance: number; gifts: number; from: number },
  { userId: number; accountId: number }
>('test.open-inviter', async (tx, { username, balance, gifts, from }) => {
  const names = { username, displayName: username, passwordHash: '', role: 1, group: 'default', email: '', language: '' }
  const userId = await insertUser(tx, { ...names, quota: balance, cause: 'test' })
  const to = await ensureAccount(tx, 'referral', userId)
  await post(tx, [{ ref: `grant:inviter:${userId}`, from, to, amount: gifts, kind: 'grant', actorId: 0 }])
  await addInviteGift(tx, userId, gifts)
  return { userId, accountId: await ensureAccount(tx, 'user', userId) }
})

export const postMovements = writeTask<readonly Movement[], null>('test.post', async (tx, movements) => {
  await post(tx, movements)
  return null
})

export const writeOff = writeTask<readonly WriteOffDayRow[], null>('test.write-off', async (tx, rows) => {
  await foldWriteOffs(tx.sets, rows)
  return null
})

/** @returns by how much the balance changed */
export const setBalance = writeTask<Parameters<typeof postDifference>[1], number>(
  'test.set-balance',
  async (tx, to) => (await postDifference(tx, to)).difference,
)

export const cleanLogs = writeTask<null, null>('test.clean-logs', async (tx) => {
  await tx.db.deleteFrom('log').execute()
  await tx.db.deleteFrom('log_detail').execute()
  return null
})

/** Moves the recovery of a hold, its row and the sums of its user into the past. Nobody else may have called its model and its channel. */
export const backdateRecovery = writeTask<{ id: string; seconds: number }, null>('test.backdate-recovery', async (tx, { id, seconds }) => {
  const earlier = <Column extends string>(column: Column, by: number) => ({ [column]: sql`${sql.ref(column)} - ${sql.lit(by)}` })
  await tx.db
    .updateTable('hold')
    .set(earlier('resolved_at_ms', seconds * 1000))
    .where('id', '=', id)
    .execute()
  await tx.db.updateTable('log').set(earlier('created_at', seconds)).where('request_id', '=', id).execute()
  const { user_id } = await tx.db.selectFrom('hold').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
  const counted = await tx.db.selectFrom('usage_quarter').selectAll().where('user_id', '=', user_id).execute()
  const moved = earlier('quarter', seconds)
  await tx.db.updateTable('usage_quarter').set(moved).where('user_id', '=', user_id).execute()
  for (const { quarter, model_name, channel_id } of counted) {
    await tx.db.updateTable('usage_model_quarter').set(moved).where('quarter', '=', quarter).where('model_name', '=', model_name).execute()
    await tx.db
      .updateTable('usage_channel_quarter')
      .set(moved)
      .where('quarter', '=', quarter)
      .where('channel_id', '=', channel_id)
      .execute()
  }
  return null
})

/** The open transaction, at another time of the database's clock. */
const atTime = (tx: WriteTx, atMs: number): WriteTx => ({ ...tx, sets: { ...tx.sets, nowMs: async () => atMs } })

/** The same movements at a moment, in Unix milliseconds. */
export const postAt = writeTask<{ atMs: number; movements: readonly Movement[] }, null>('test.post-at', async (tx, { atMs, movements }) => {
  await post(atTime(tx, atMs), movements)
  return null
})

/** A batch of the committer's at a moment. */
export const commitAt = writeTask<{ atMs: number; batch: Batch }, Verdict[]>('test.commit-at', (tx, { atMs, batch }) =>
  runBatch(atTime(tx, atMs), batch),
)

/** A recovery at a moment. */
export const recoverAt = writeTask<{ atMs: number; input: RecoverInput }, { recovered: number }>('test.recover-at', (tx, { atMs, input }) =>
  recoverHolds.run(atTime(tx, atMs), input),
)

export const writeTasks: readonly AnyWriteTask[] = [
  openFunded,
  openInviter,
  postMovements,
  setBalance,
  writeOff,
  cleanLogs,
  backdateRecovery,
  postAt,
  commitAt,
  recoverAt,
]
