import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { randomText } from '../../lib/secret.ts'
import { removeContentsOf } from '../content/call-content-store.ts'
import { removeFactors } from '../factor/factor-store.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { post } from '../ledger/post.ts'
import { sourceAccount } from '../ledger/source-account.ts'
import { isRowId } from '../like-pattern.ts'
import { freeNames, taken } from './login-names-store.ts'

export interface NewUser {
  readonly username: string
  readonly displayName: string
  readonly passwordHash: string
  readonly role: number
  readonly group: string
  readonly email: string
  readonly language: string
  /** First balance in quota units, given by the house; 0: none. */
  readonly quota: number
  /** What the gift is called in its entry's ref: `setup`, `register` … */
  readonly cause: string
}

export const AFF_CODE_LENGTH = 8

/**
 * Creates a user with their account and first balance. Used inside tasks.
 * @throws AppError username_taken or email_taken when they are in use, also by a deleted user; else one for the invalid field (D55)
 */
export async function insertUser(tx: WriteTx, user: NewUser): Promise<number> {
  const { username, email, keys } = await freeNames(tx, user)
  const insert = tx.db.insertInto('user').values({
    username,
    ...keys,
    display_name: user.displayName,
    password_hash: user.passwordHash,
    role: user.role,
    status: userStatus.active,
    group_name: user.group,
    email,
    auth_epoch: 0,
    language: user.language,
    setting: '',
    aff_code: randomText(AFF_CODE_LENGTH),
    aff_count: 0,
    inviter_id: 0,
    created_at: Math.floor((await tx.sets.nowMs()) / 1000),
    deleted_at: null,
  })
  const id = await insertedId(tx, insert).catch((error) => {
    // Another user took it between the check and the insert.
    if (isUniqueViolation(error, 'username')) throw taken('username')
    throw isUniqueViolation(error, 'email') ? taken('email') : error
  })
  const accountId = await ensureAccount(tx, 'user', id)
  const grant = await sourceAccount(tx, 'grant')
  await post(tx, [{ ref: `grant:${user.cause}:${id}`, from: grant, to: accountId, amount: user.quota, kind: 'grant', actorId: 0 }])
  return id
}

export const createUser = writeTask<NewUser, number>('user.create', insertUser)

export const setUserLanguage = writeTask<{ userId: number; language: string }, null>('user.language', async (tx, { userId, language }) => {
  await tx.db.updateTable('user').set({ language }).where('id', '=', userId).execute()
  return null
})

/** The columns of a user without an access token. */
export const noAccessToken = {
  access_token_hash: null,
  access_token_used_at: null,
  access_token_scopes: '',
  access_token_expires_at: null,
}

/**
 * Changes what decides whether a user may log in, and ends their sessions and their access token; one who is deleted loses their factors, and
 * what was said in their calls.
 */
export const setUserAccess = writeTask<
  { userId: number; status?: number; role?: number; passwordHash?: string; isDeleted?: boolean },
  null
>('user.access', async (tx, { userId, status, role, passwordHash, isDeleted }) => {
  const deleted_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db
    .updateTable('user')
    .set((expression) => ({
      auth_epoch: expression('auth_epoch', '+', 1),
      ...noAccessToken,
      ...(status === undefined ? {} : { status }),
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(isDeleted === undefined ? {} : { deleted_at: isDeleted ? deleted_at : null }),
    }))
    .where('id', '=', userId)
    .execute()
  await tx.db.deleteFrom('session').where('user_id', '=', userId).execute()
  if (isDeleted) {
    await removeFactors(tx, userId)
    await removeContentsOf(tx, userId)
  }
  return null
})

/** Stores the same password as another hash, unless it was changed meanwhile. Sessions go on: nothing that a user knows has changed. */
export const replacePasswordHash = writeTask<{ userId: number; before: string; after: string }, null>(
  'user.replace-password-hash',
  async (tx, { userId, before, after }) => {
    await tx.db.updateTable('user').set({ password_hash: after }).where('id', '=', userId).where('password_hash', '=', before).execute()
    return null
  },
)

/** A user with the state of their accounts and the name of their inviter. */
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** A user who is not deleted. */
export async function findUser(database: Database, id: number) {
  if (!isRowId(id)) return undefined
  return withAccounts(database).where('user.id', '=', id).where('user.deleted_at', 'is', null).executeTakeFirst()
}

/** Users with the state of their accounts. */
export function withAccounts(database: Database) {
  return database.read
    .selectFrom('user')
    .leftJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .leftJoin('account as referral', (join) => join.onRef('referral.owner_id', '=', 'user.id').on('referral.kind', '=', 'referral'))
    .leftJoin('user as inviter', 'inviter.id', 'user.inviter_id')
    .selectAll('user')
    .select(['account.posted', 'account.used', 'account.calls', 'referral.posted as aff_posted', 'inviter.username as inviter_name'])
}

/** A user as they enter; undefined: there is none who may log in. */
export async function findEnteringUser(database: Database, id: number) {
  const row = await database.read
    .selectFrom('user')
    .select(['username', 'auth_epoch'])
    .where('id', '=', id)
    .where('status', '=', userStatus.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { userId: id, username: row.username, authEpoch: row.auth_epoch }
}

export async function findPasswordHash(database: Database, id: number): Promise<string> {
  const found = await database.read.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return found?.password_hash ?? ''
}

/** Third-party identities of users: user to provider to subject. */
export async function findIdentities(database: Database, userIds: readonly number[]): Promise<Map<number, Map<string, string>>> {
  const found = new Map<number, Map<string, string>>()
  if (userIds.length === 0) return found
  const rows = await database.read
    .selectFrom('identity')
    .select(['user_id', 'provider', 'subject'])
    .where('user_id', 'in', userIds)
    .execute()
  for (const { user_id, provider, subject } of rows) {
    const ofUser = found.get(Number(user_id)) ?? new Map<string, string>()
    found.set(Number(user_id), ofUser.set(provider, subject))
  }
  return found
}
