// One-time passwords and recovery codes in the database. Whether a code counts is decided by the update that uses it up, so of many who
// bring the same one at the same time one gets in.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { lockActiveUser } from '../user/user-lock-store.ts'

export interface TotpRow {
  readonly sealed: string
  readonly isEnabled: boolean
}

export async function findTotp(database: Database, userId: number): Promise<TotpRow | undefined> {
  const row = await database.read.selectFrom('totp').select(['sealed', 'is_enabled']).where('user_id', '=', userId).executeTakeFirst()
  return row && { sealed: row.sealed, isEnabled: row.is_enabled === 1 }
}

/** Recovery codes of a user that were not used yet. */
export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const { left } = await database.read
    .selectFrom('recovery_code')
    .select((expression) => expression.fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Keeps a new secret, not in force yet, in the place of one that is not in force either. @throws AppError totp_present, not_logged_in */
export const startTotp = writeTask<{ userId: number; sealed: string }, null>('totp.start', async (tx, { userId, sealed }) => {
  await lockActiveUser(tx, userId)
  if (await isEnabled(tx, userId)) throw new AppError('totp_present')
  await tx.db.deleteFrom('totp').where('user_id', '=', userId).execute()
  const createdAt = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.insertInto('totp').values({ user_id: userId, sealed, is_enabled: 0, last_step: 0, created_at: createdAt }).execute()
  return null
})

export interface TotpStart {
  readonly userId: number
  /** The secret that the code was compared with: another one may have been made since. */
  readonly sealed: string
  readonly step: number
  readonly codeHashes: readonly string[]
}

/** Puts a secret in force, with its recovery codes. @throws AppError totp_present, totp_absent when another secret was made, not_logged_in */
export const enableTotp = writeTask<TotpStart, null>('totp.enable', async (tx, { userId, sealed, step, codeHashes }) => {
  await lockActiveUser(tx, userId)
  const row = await tx.db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row?.is_enabled === 1) throw new AppError('totp_present')
  if (row?.sealed !== sealed) throw new AppError('totp_absent')
  await tx.db.updateTable('totp').set({ is_enabled: 1, last_step: step }).where('user_id', '=', userId).execute()
  await putRecoveryCodes(tx, userId, codeHashes)
  return null
})

/** Takes the secret and the recovery codes away. @throws AppError totp_absent, not_logged_in */
export const disableTotp = writeTask<{ userId: number }, null>('totp.disable', async (tx, { userId }) => {
  await lockActiveUser(tx, userId)
  if (!(await isEnabled(tx, userId))) throw new AppError('totp_absent')
  await tx.db.deleteFrom('totp').where('user_id', '=', userId).execute()
  await putRecoveryCodes(tx, userId, [])
  return null
})

/** Puts new recovery codes in the place of those before. @throws AppError totp_absent, not_logged_in */
export const replaceRecoveryCodes = writeTask<{ userId: number; codeHashes: readonly string[] }, null>(
  'recovery-code.replace',
  async (tx, { userId, codeHashes }) => {
    await lockActiveUser(tx, userId)
    if (!(await isEnabled(tx, userId))) throw new AppError('totp_absent')
    await putRecoveryCodes(tx, userId, codeHashes)
    return null
  },
)

/** A typed code, read: of the app, with the step that it stands for, or of paper. */
export type TypedCode = { readonly step: number } | { readonly codeHash: string }

/** Uses a code up; false: it was used before, or is no code of this user. Used inside tasks. */
export async function useCode(tx: WriteTx, userId: number, code: TypedCode): Promise<boolean> {
  if ('step' in code) {
    const query = tx.db.updateTable('totp').set({ last_step: code.step }).where('user_id', '=', userId)
    const used = await query.where('is_enabled', '=', 1).where('last_step', '<', code.step).executeTakeFirst()
    return used.numUpdatedRows > 0n
  }
  const usedAt = Math.floor((await tx.sets.nowMs()) / 1000)
  const query = tx.db.updateTable('recovery_code').set({ used_at: usedAt }).where('code_hash', '=', code.codeHash)
  const used = await query.where('user_id', '=', userId).where('used_at', 'is', null).executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Uses up the code of somebody who is logged in. */
export const spendCode = writeTask<{ userId: number; code: TypedCode }, boolean>('totp.spend', (tx, { userId, code }) =>
  useCode(tx, userId, code),
)

async function isEnabled(tx: WriteTx, userId: number): Promise<boolean> {
  const row = await tx.db.selectFrom('totp').select('is_enabled').where('user_id', '=', userId).executeTakeFirst()
  return row?.is_enabled === 1
}

async function putRecoveryCodes(tx: WriteTx, userId: number, codeHashes: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (codeHashes.length === 0) return
  await tx.db
    .insertInto('recovery_code')
    .values(codeHashes.map((code_hash) => ({ code_hash, user_id: userId, used_at: null })))
    .execute()
}
