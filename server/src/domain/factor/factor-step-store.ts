// What was begun and waits for its second step. Each counts once: of many who bring it at the same time one gets it.

import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { FactorStepRow } from '../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { type TypedCode, useCode } from './totp-store.ts'

/** Keeps a step, in the place of one of the same hash. */
export const openFactorStep = writeTask<FactorStepRow, null>('factor-step.open', async (tx, row) => {
  const insert = tx.db.insertInto('factor_step').values(row)
  const { step_hash: _key, ...values } = row
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate(values)
    : insert.onConflict((conflict) => conflict.column('step_hash').doUpdateSet(values))
  ).execute()
  return null
})

/** Takes a step out of the table, whoever brings it; null: there is none. The caller checks whose it is and whether it is in time. */
export const takeFactorStep = writeTask<{ stepHash: string }, FactorStepRow | null>('factor-step.take', async (tx, { stepHash }) => {
  const found = await lockStep(tx, stepHash)
  if (!found) return null
  await deleteStep(tx, stepHash)
  return numbered(found)
})

/** A step that is still waiting. */
export async function findFactorStep(database: Database, stepHash: string): Promise<FactorStepRow | undefined> {
  const row = await database.read.selectFrom('factor_step').selectAll().where('step_hash', '=', stepHash).executeTakeFirst()
  return row && numbered(row)
}

export interface LoginCode {
  readonly stepHash: string
  readonly userId: number
  /** Unix seconds. */
  readonly now: number
  /** Undefined: what was typed is no code of this user. */
  readonly code: TypedCode | undefined
}

/** `done`: the code counted, and the login may be opened. `gone`: there is no such login any more. */
export type LoginCodeOutcome = 'done' | 'wrong' | 'gone'

/** Redeems a code for a login that waits for it. A wrong one uses up a try; after the last one the login is gone. */
export const redeemLoginCode = writeTask<LoginCode, LoginCodeOutcome>('factor-step.redeem', async (tx, { stepHash, userId, now, code }) => {
  const step = await lockStep(tx, stepHash)
  if (!step || Number(step.user_id) !== userId || Number(step.expires_at) <= now) return 'gone'
  const isRight = code !== undefined && (await useCode(tx, userId, code))
  if (isRight || step.tries_left <= 1) await deleteStep(tx, stepHash)
  else
    await tx.db
      .updateTable('factor_step')
      .set({ tries_left: step.tries_left - 1 })
      .where('step_hash', '=', stepHash)
      .execute()
  return isRight ? 'done' : 'wrong'
})

/** Deletes steps and confirmations whose time is over, and returns how many. */
export const purgeFactorSteps = writeTask<{ now: number }, number>('factor-step.purge', async (tx, { now }) => {
  const steps = await tx.db.deleteFrom('factor_step').where('expires_at', '<=', now).executeTakeFirst()
  const confirmations = await tx.db.deleteFrom('session_confirmation').where('expires_at', '<=', now).executeTakeFirst()
  return Number(steps.numDeletedRows) + Number(confirmations.numDeletedRows)
})

function lockStep(tx: WriteTx, stepHash: string) {
  return locked(tx, tx.db.selectFrom('factor_step').selectAll().where('step_hash', '=', stepHash)).executeTakeFirst()
}

async function deleteStep(tx: WriteTx, stepHash: string): Promise<void> {
  await tx.db.deleteFrom('factor_step').where('step_hash', '=', stepHash).execute()
}

const numbered = (row: FactorStepRow): FactorStepRow => ({ ...row, user_id: Number(row.user_id), expires_at: Number(row.expires_at) })
