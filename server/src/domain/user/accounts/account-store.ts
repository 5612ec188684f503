// What users change of their own account, each one transaction.

import { AppError } from '@waystation/contract/errors'
import { NEW_TOKEN_SCOPES, TOKEN_DAYS, type TokenScope } from '@waystation/contract/people/access-token'
import type { UserSetting } from '@waystation/contract/people/user'
import { loginKey } from '@waystation/contract/people/user-name'
import { isRoot } from '@waystation/contract/site/status-table'
import { locked } from '../../../db/locked.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { randomText } from '../../../lib/secret.ts'
import { type Redemption, redeemCode } from '../../code/one-time-code-store.ts'
import { subscribe } from '../../statement/statement-mail-store.ts'
import { renameUser } from '../login-names-store.ts'
import { AFF_CODE_LENGTH, noAccessToken, setUserAccess } from '../user-store.ts'
import { scopesIn } from './access-token-scopes.ts'
import { userSettingOf } from './user-setting.ts'

const DAY_SECONDS = 86_400

export interface AccountChange {
  readonly userId: number
  readonly username?: string
  readonly displayName?: string
  readonly password?: {
    /** The hash that the old password was compared with: somebody else may have set another one since. */
    readonly formerHash: string
    readonly hash: string
  }
}

export interface ChangedAccount {
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
  /** What a session that is opened now must carry. */
  readonly authEpoch: number
}

/** Changes the given fields. A new password ends all sessions and the access token. @throws AppError not_found, or one for the name */
export const changeAccount = writeTask<AccountChange, ChangedAccount>(
  'account.change',
  async (tx, { userId, username, displayName, password }) => {
    const user = await lockUser(tx, userId)
    if (password && password.formerHash !== user.password_hash) throw new AppError('wrong_password')
    const renamed = username === undefined || username === user.username ? undefined : await renameUser(tx, userId, username)
    const isNamed = displayName !== undefined && displayName !== user.display_name
    if (isNamed) await tx.db.updateTable('user').set({ display_name: displayName }).where('id', '=', userId).execute()
    if (password) await setUserAccess.run(tx, { userId, passwordHash: password.hash })
    return {
      before: { ...(renamed ? { username: user.username } : {}), ...(isNamed ? { display_name: user.display_name } : {}) },
      after: {
        ...(renamed ? { username: renamed } : {}),
        ...(isNamed ? { display_name: displayName } : {}),
        ...(password ? { password: 'changed' } : {}),
      },
      authEpoch: user.auth_epoch + (password ? 1 : 0),
    }
  },
)

/** Closes an account: its sessions and access token end, and its keys open nothing. @throws AppError user_protected, not_found */
export const closeAccount = writeTask<{ userId: number }, null>('account.close', async (tx, { userId }) => {
  const user = await lockUser(tx, userId)
  if (isRoot(user.role)) throw new AppError('user_protected')
  return setUserAccess.run(tx, { userId, isDeleted: true })
})

/** Settings before and after a change. */
export interface ChangedSetting {
  readonly before: UserSetting
  readonly after: UserSetting
}

interface SettingChange {
  readonly userId: number
  /** The webhook's secret sealed; empty takes it away. */
  readonly patch: Partial<UserSetting>
  /** Proves the address for notices. */
  readonly code: Redemption | undefined
}

/** Changes the given settings; null: the code is wrong. @throws AppError webhook_url_required or email_code_required */
export const saveSetting = writeTask<SettingChange, ChangedSetting | null>('account.setting', async (tx, { userId, patch, code }) => {
  const user = await lockUser(tx, userId)
  const before = userSettingOf(user.setting)
  if (isStrange(patch.notification_email, [before.notification_email, user.email])) {
    if (!code) throw new AppError('email_code_required', {}, { fields: { notification_code: 'email_code_required' } })
    if (!(await redeemCode.run(tx, code))) return null
  }
  const after = { ...before, ...patch }
  if (after.notify_type === 'webhook' && !after.webhook_url) {
    throw new AppError('webhook_url_required', {}, { fields: { webhook_url: 'webhook_url_required' } })
  }
  await tx.db
    .updateTable('user')
    .set({ setting: JSON.stringify(after) })
    .where('id', '=', userId)
    .execute()
  const isMailed = after.monthly_statement === true
  if ((before.monthly_statement === true) !== isMailed) await subscribe(tx, { userId, isOn: isMailed })
  return { before, after }
})

/** Is this an address that nobody has proven yet? */
function isStrange(address: string | undefined, proven: readonly (string | undefined)[]): boolean {
  return !!address && !proven.some((known) => known && loginKey(known) === loginKey(address))
}

export interface NewAccessToken {
  readonly userId: number
  /** Keyed. */
  readonly hash: string
  /** Unix seconds, by the clock that tokens are judged with. */
  readonly now: number
}

/**
 * Puts an access token in the place of the one before it, whose scopes and end it has. Where there was none that counts, it may read and use,
 * for a year. @throws AppError not_found
 */
export const setAccessToken = writeTask<NewAccessToken, null>('account.access-token', async (tx, { userId, hash, now }) => {
  const { access_token_hash: former, access_token_expires_at: endsAt } = await lockUser(tx, userId)
  const hasFormer = former !== null && (endsAt === null || Number(endsAt) > now)
  const first = { access_token_scopes: NEW_TOKEN_SCOPES.join(','), access_token_expires_at: now + TOKEN_DAYS * DAY_SECONDS }
  const values = { access_token_hash: hash, access_token_used_at: null, ...(hasFormer ? {} : first) }
  await tx.db.updateTable('user').set(values).where('id', '=', userId).execute()
  return null
})

export interface AccessTokenFacts {
  readonly scopes: readonly string[]
  /** Unix seconds; null: never. */
  readonly expiresAt: number | null
}

/** Changes what an access token may do, and when it ends. @throws AppError not_found, access_token_absent */
export const changeAccessToken = writeTask<
  { userId: number; scopes?: readonly TokenScope[]; expiresAt?: number | null },
  { before: AccessTokenFacts; after: AccessTokenFacts }
>('account.change-token', async (tx, { userId, scopes, expiresAt }) => {
  const user = await lockUser(tx, userId)
  if (user.access_token_hash === null) throw new AppError('access_token_absent')
  const endsAt = user.access_token_expires_at
  const before = { scopes: scopesIn(user.access_token_scopes), expiresAt: endsAt === null ? null : Number(endsAt) }
  const after = { scopes: scopes ?? before.scopes, expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt }
  const values = { access_token_scopes: after.scopes.join(','), access_token_expires_at: after.expiresAt }
  await tx.db.updateTable('user').set(values).where('id', '=', userId).execute()
  return { before, after }
})

/** Ends the access token. @throws AppError not_found */
export const endAccessToken = writeTask<{ userId: number }, null>('account.end-token', async (tx, { userId }) => {
  await lockUser(tx, userId)
  await tx.db.updateTable('user').set(noAccessToken).where('id', '=', userId).execute()
  return null
})

/** Notes when an access token was last used, if it is still the user's. */
export const touchAccessToken = writeTask<{ hash: string; usedAt: number }, null>('account.touch-token', async (tx, { hash, usedAt }) => {
  await tx.db.updateTable('user').set({ access_token_used_at: usedAt }).where('access_token_hash', '=', hash).execute()
  return null
})

/** A user's invite code, made where they have none. @throws AppError not_found */
export const ensureAffCode = writeTask<{ userId: number }, string>('account.aff-code', async (tx, { userId }) => {
  const user = await lockUser(tx, userId)
  if (user.aff_code !== '') return user.aff_code
  const code = randomText(AFF_CODE_LENGTH)
  await tx.db.updateTable('user').set({ aff_code: code }).where('id', '=', userId).execute()
  return code
})

async function lockUser(tx: WriteTx, userId: number) {
  const query = tx.db
    .selectFrom('user')
    .select(['username', 'display_name', 'password_hash', 'role', 'auth_epoch', 'setting', 'aff_code', 'email'])
    .select(['access_token_hash', 'access_token_scopes', 'access_token_expires_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
  const user = await locked(tx, query).executeTakeFirst()
  if (!user) throw new AppError('not_found', { what: 'user' })
  return user
}
