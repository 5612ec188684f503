// Passkeys: public keys of users' devices and password managers.
import { AppError } from '@waystation/contract/errors'
import { PASSKEYS_MAX } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import type { PasskeyRow } from '../../db/tables/tables.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { insertedId, writeTask } from '../../db/write-task.ts'
import type { OpenWays } from '../identity/identity-store.ts'
import { lockActiveUser } from '../user/user-lock-store.ts'

export type StoredPasskey = Omit<PasskeyRow, 'id'> & { readonly id: number }

/** Passkeys of a user, oldest first. */
export async function findPasskeys(database: Database, userId: number): Promise<StoredPasskey[]> {
  const rows = await database.read.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(numbered)
}

/** The passkey with this credential, and its user's state; undefined: there is none. */
export async function findCredential(database: Database, credentialHash: string) {
  const row = await database.read
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .selectAll('passkey')
    .select(['user.username', 'user.status', 'user.deleted_at', 'user.auth_epoch'])
    .where('passkey.credential_hash', '=', credentialHash)
    .executeTakeFirst()
  return row && { ...row, ...numbered(row) }
}

/** Adds a passkey and returns its id. @throws AppError passkeys_full, passkey_taken, not_logged_in */
export const addPasskey = writeTask<Omit<StoredPasskey, 'id'>, number>('passkey.add', async (tx, passkey) => {
  await lockActiveUser(tx, passkey.user_id)
  const { count } = await tx.db
    .selectFrom('passkey')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('user_id', '=', passkey.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= PASSKEYS_MAX) throw new AppError('passkeys_full')
  return insertedId(tx, tx.db.insertInto('passkey').values(passkey)).catch((error) => {
    throw isUniqueViolation(error, 'credential_hash') ? new AppError('passkey_taken') : error
  })
})

export interface PasskeyUse {
  readonly id: number
  /** The counter that the signature was checked against: of two uses at the same time one counts. */
  readonly formerCounter: number
  readonly counter: number
  readonly isSynced: boolean
  /** Unix seconds. */
  readonly usedAt: number
}

/** Notes that a passkey was used; false: another use was faster. */
export const usePasskey = writeTask<PasskeyUse, boolean>('passkey.use', async (tx, { id, formerCounter, counter, isSynced, usedAt }) => {
  const used = await tx.db
    .updateTable('passkey')
    .set({ counter, is_synced: isSynced ? 1 : 0, last_used_at: usedAt })
    .where('id', '=', id)
    .where('counter', '=', formerCounter)
    .executeTakeFirst()
  // MySQL counts rows that were found, changed or not, so two uses in one second without counters are two uses.
  return used.numUpdatedRows > 0n
})

interface OwnPasskey {
  readonly userId: number
  readonly id: number
}

/** @throws AppError not_found, not_logged_in */
export const renamePasskey = writeTask<OwnPasskey & { readonly name: string }, null>('passkey.rename', async (tx, { userId, id, name }) => {
  await lockActiveUser(tx, userId)
  const found = await tx.db.selectFrom('passkey').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (!found) throw new AppError('not_found', { what: 'passkey' })
  await tx.db.updateTable('passkey').set({ name }).where('id', '=', id).execute()
  return null
})

/** Removes a passkey and returns its name. @throws AppError not_found, identity_last when the user could not log in any more */
export const removePasskey = writeTask<OwnPasskey & { readonly open: OpenWays }, string>(
  'passkey.remove',
  async (tx, { userId, id, open }) => {
    const user = await lockActiveUser(tx, userId)
    const own = await tx.db.selectFrom('passkey').select(['id', 'name']).where('user_id', '=', userId).execute()
    const found = own.find((passkey) => Number(passkey.id) === id)
    if (!found) throw new AppError('not_found', { what: 'passkey' })
    const identities = await tx.db.selectFrom('identity').select('provider').where('user_id', '=', userId).execute()
    const hasOther = (open.password && user.password_hash !== '') || identities.some(({ provider }) => open.providers.includes(provider))
    if (own.length === 1 && !hasOther) throw new AppError('identity_last')
    await tx.db.deleteFrom('passkey').where('id', '=', id).execute()
    return found.name
  },
)

const numbered = <Row extends PasskeyNumbers>(row: Row) => ({
  ...row,
  id: Number(row.id),
  user_id: Number(row.user_id),
  counter: Number(row.counter),
  created_at: Number(row.created_at),
  last_used_at: row.last_used_at === null ? null : Number(row.last_used_at),
})

type PasskeyNumbers = Pick<StoredPasskey, 'id' | 'user_id' | 'counter' | 'created_at' | 'last_used_at'>
