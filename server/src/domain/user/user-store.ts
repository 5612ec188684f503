import { AppError } from '@waystation/contract/errors'
import { userStatus } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { randomText } from '../../lib/secret.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { post } from '../ledger/post.ts'
import { isRowId } from '../like-pattern.ts'

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

const AFF_CODE_LENGTH = 8

/**
 * Makes a user with their account and first balance. Used inside tasks.
 * @throws AppError username_taken when the name is in use, also by somebody deleted
 */
export async function insertUser(tx: WriteTx, user: NewUser): Promise<number> {
  const taken = await tx.db.selectFrom('user').select('id').where('username', '=', user.username).executeTakeFirst()
  if (taken) throw new AppError('username_taken')
  const id = await insertedId(tx, 'user', {
    username: user.username,
    display_name: user.displayName,
    password_hash: user.passwordHash,
    role: user.role,
    status: userStatus.active,
    group_name: user.group,
    email: user.email,
    auth_epoch: 0,
    language: user.language,
    setting: '',
    aff_code: randomText(AFF_CODE_LENGTH),
    aff_count: 0,
    inviter_id: 0,
    created_at: Math.floor((await tx.sets.nowMs()) / 1000),
    deleted_at: null,
  })
  const accountId = await ensureAccount(tx, 'user', id)
  const grant = await ensureAccount(tx, 'grant', 0)
  await post(tx, [{ ref: `grant:${user.cause}:${id}`, from: grant, to: accountId, amount: user.quota, kind: 'grant', actorId: 0 }])
  return id
}

export const createUser = writeTask<NewUser, number>('user.create', insertUser)

export const setUserLanguage = writeTask<{ userId: number; language: string }, null>('user.language', async (tx, { userId, language }) => {
  await tx.db.updateTable('user').set({ language }).where('id', '=', userId).execute()
  return null
})

/** Changes what decides whether somebody may come in, and ends their sessions. */
export const setUserAccess = writeTask<
  { userId: number; status?: number; role?: number; passwordHash?: string; isDeleted?: boolean },
  null
>('user.access', async (tx, { userId, status, role, passwordHash, isDeleted }) => {
  const deleted_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db
    .updateTable('user')
    .set((expression) => ({
      auth_epoch: expression('auth_epoch', '+', 1),
      ...(status === undefined ? {} : { status }),
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(isDeleted === undefined ? {} : { deleted_at: isDeleted ? deleted_at : null }),
    }))
    .where('id', '=', userId)
    .execute()
  await tx.db.deleteFrom('session').where('user_id', '=', userId).execute()
  return null
})

/** A user with what their account says. */
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** A user who is not deleted. */
export async function findUser(database: Database, id: number) {
  if (!isRowId(id)) return undefined
  return database.read
    .selectFrom('user')
    .leftJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .leftJoin('account as referral', (join) => join.onRef('referral.owner_id', '=', 'user.id').on('referral.kind', '=', 'referral'))
    .selectAll('user')
    .select(['account.posted', 'account.used', 'account.calls', 'referral.posted as aff_posted'])
    .where('user.id', '=', id)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Who may log in under this name or mail address; the name counts first. */
export async function findLogin(database: Database, name: string) {
  const found = await database.read
    .selectFrom('user')
    .select(['id', 'username', 'password_hash', 'status', 'auth_epoch'])
    .where('deleted_at', 'is', null)
    .where((expression) => expression.or([expression('username', '=', name), expression('email', '=', name)]))
    .orderBy('id')
    .limit(10)
    .execute()
  const byName = found.find((user) => user.username === name)
  // An address that several share names nobody.
  return byName ?? (found.length === 1 && name !== '' ? found[0] : undefined)
}

export async function findPasswordHash(database: Database, id: number): Promise<string> {
  const found = await database.read.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return found?.password_hash ?? ''
}

/** Third-party identities of a user: provider to subject. */
export async function findIdentities(database: Database, userId: number): Promise<Map<string, string>> {
  const rows = await database.read.selectFrom('identity').select(['provider', 'subject']).where('user_id', '=', userId).execute()
  return new Map(rows.map((row) => [row.provider, row.subject]))
}
