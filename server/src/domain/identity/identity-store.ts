// Which account of another site belongs to which user. An identity is the provider, its issuer and the id that never changes there; it is
// never found by a name or a mail address (control 11).
import { AppError } from '@waystation/contract/errors'
import { type IdentityProviderName, providerTitles } from '@waystation/contract/people/sign-in'
import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { freeNames } from '../user/login-names-store.ts'
import { type AccountDraft, insertAccount } from '../user/registration/new-account.ts'
import { lockActiveUser } from '../user/user-lock-store.ts'

export interface Identity {
  readonly provider: IdentityProviderName
  readonly issuer: string
  readonly subject: string
}

/** An account to open, with the usernames to try in order. */
export interface NewAccount extends Omit<AccountDraft, 'username'> {
  readonly usernames: readonly string[]
}

export interface EnteringUser {
  readonly userId: number
  readonly username: string
  readonly authEpoch: number
  readonly isNew: boolean
}

/** Who an identity belongs to; undefined: to nobody. `status` and `isDeleted` are for the caller to judge. */
export async function findIdentityOwner(database: Database, identity: Identity) {
  const row = await database.read
    .selectFrom('identity')
    .leftJoin('user', 'user.id', 'identity.user_id')
    .select(['user.id', 'user.username', 'user.auth_epoch', 'user.status', 'user.deleted_at'])
    .where('identity.provider', '=', identity.provider)
    .where('identity.issuer', '=', identity.issuer)
    .where('identity.subject', '=', identity.subject)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    userId: Number(row.id ?? 0),
    username: row.username ?? '',
    authEpoch: row.auth_epoch ?? 0,
    isActive: row.status === userStatus.active,
    // The row of a user may be gone altogether.
    isDeleted: row.id === null || row.deleted_at !== null || row.status === userStatus.closed,
  }
}

/**
 * Creates a user together with their identity.
 * @throws AppError identity_taken or username_taken when another call was faster: look again
 */
export const registerIdentity = writeTask<{ identity: Identity; account: NewAccount }, EnteringUser>(
  'identity.register',
  async (tx, { identity, account }) => {
    const { usernames, ...draft } = account
    const userId = await insertAccount(tx, { ...draft, username: await firstFreeName(tx, usernames) })
    await insertIdentity(tx, userId, identity)
    const row = await tx.db.selectFrom('user').select(['username', 'auth_epoch']).where('id', '=', userId).executeTakeFirstOrThrow()
    return { userId, username: row.username, authEpoch: row.auth_epoch, isNew: true }
  },
)

/** @throws AppError username_taken when all are in use */
async function firstFreeName(tx: WriteTx, usernames: readonly string[]): Promise<string> {
  for (const username of usernames) {
    try {
      return (await freeNames(tx, { username, email: '' })).username
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  throw new AppError('username_taken')
}

/**
 * Links an identity to a user, and answers whether it was not linked before.
 * @throws AppError identity_taken, identity_present, or not_logged_in when the user may not log in any more
 */
export const bindIdentity = writeTask<{ userId: number; identity: Identity }, boolean>(
  'identity.bind',
  async (tx, { userId, identity }) => {
    await lockActiveUser(tx, userId)
    const own = await tx.db.selectFrom('identity').selectAll().where('user_id', '=', userId).execute()
    const same = own.find(({ provider }) => provider === identity.provider)
    if (same && same.issuer === identity.issuer && same.subject === identity.subject) return false
    if (same) throw new AppError('identity_present', { provider: providerTitles[identity.provider] })
    await insertIdentity(tx, userId, identity)
    return true
  },
)

/** Ways in that are open on this installation. */
export interface OpenWays {
  readonly password: boolean
  readonly providers: readonly string[]
  readonly passkeys: boolean
}

/**
 * Unlinks what a user has at a provider, and answers whether there was anything.
 * @throws AppError identity_last when the user could not log in any more, or not_logged_in
 */
export const unbindIdentity = writeTask<{ userId: number; provider: string; open: OpenWays }, boolean>(
  'identity.unbind',
  async (tx, { userId, provider, open }) => {
    const user = await lockActiveUser(tx, userId)
    const own = await tx.db.selectFrom('identity').select('provider').where('user_id', '=', userId).execute()
    if (!own.some((one) => one.provider === provider)) return false
    const others = own.some((one) => one.provider !== provider && open.providers.includes(one.provider))
    const hasPasskey =
      open.passkeys && (await tx.db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).execute()).length > 0
    if (!others && !hasPasskey && !(open.password && user.password_hash !== '')) throw new AppError('identity_last')
    await tx.db.deleteFrom('identity').where('user_id', '=', userId).where('provider', '=', provider).execute()
    return true
  },
)

async function insertIdentity(tx: WriteTx, userId: number, identity: Identity): Promise<void> {
  const { provider, issuer, subject } = identity
  const createdAt = Math.floor((await tx.sets.nowMs()) / 1000)
  const insert = tx.db.insertInto('identity').values({ user_id: userId, provider, issuer, subject, created_at: createdAt })
  await insert.execute().catch((error) => {
    throw isUniqueViolation(error, 'subject') ? new AppError('identity_taken', { provider: providerTitles[provider] }) : error
  })
}
