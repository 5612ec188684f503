// Names and mail addresses that people log in with: each belongs to one user, whatever capitals and look-alikes are typed (D55).
import { AppError } from '@waystation/contract/errors'
import { emailFault, loginKey, normalUsername, usernameFault } from '@waystation/contract/people/user-name'
import { role, userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { WriteTx } from '../../db/write-task.ts'
import { keepFormerName } from './registration/former-names-store.ts'

/**
 * A user's name and address as they are stored, with what they are compared by. Used inside tasks.
 * @param exceptId a user whose own names do not stand in the way
 * @throws AppError for invalid ones, username_taken or email_taken
 */
export async function freeNames(tx: WriteTx, given: { username: string; email: string }, exceptId = 0) {
  const username = normalUsername(given.username)
  const email = given.email.trim()
  const fault = usernameFault(username)
  if (fault) throw new AppError(fault, {}, { fields: { username: fault } })
  const emailTrouble = email === '' ? undefined : emailFault(email)
  if (emailTrouble) throw new AppError(emailTrouble, {}, { fields: { email: emailTrouble } })

  const keys = { username_key: loginKey(username), email_key: email === '' ? null : loginKey(email) }
  const owners = await tx.db
    .selectFrom('user')
    .select(['username', 'username_key', 'email_key'])
    .where('id', '<>', exceptId)
    .where((expression) =>
      expression.or([
        expression('username', '=', username),
        expression('username_key', 'in', [keys.username_key, ...(keys.email_key === null ? [] : [keys.email_key])]),
        ...(keys.email_key === null ? [] : [expression('email_key', '=', keys.email_key)]),
      ]),
    )
    .execute()
  if (owners.some((owner) => owner.username === username || owner.username_key === keys.username_key)) throw taken('username')
  // Older names may hold an @, and be somebody's address now.
  if (owners.length > 0) throw taken('email')
  return { username, email, keys }
}

/**
 * Gives a user another name, keeps the former one, and returns it as it is stored. Used inside tasks.
 * @throws AppError for an invalid one, username_taken
 */
export async function renameUser(tx: WriteTx, userId: number, wanted: string): Promise<string> {
  const { username, keys } = await freeNames(tx, { username: wanted, email: '' }, userId)
  const before = await tx.db.selectFrom('user').select('username').where('id', '=', userId).executeTakeFirst()
  if (before) await keepFormerName(tx, userId, before.username)
  await tx.db
    .updateTable('user')
    .set({ username, username_key: keys.username_key })
    .where('id', '=', userId)
    .execute()
    .catch((error) => {
      // Another user took it between the check and the change.
      throw isUniqueViolation(error, 'username') ? taken('username') : error
    })
  return username
}

export function taken(what: 'username' | 'email'): AppError {
  const code = `${what}_taken` as const
  return new AppError(code, {}, { fields: { [what]: code } })
}

/**
 * Who may log in under this name or email address: an exact match, else a match without regard to case and look-alike characters. An
 * address that several users share matches none. Where an old name is the address of another user, the older user counts.
 */
export async function findLogin(database: Database, typed: string) {
  const key = loginKey(typed)
  if (key === '') return undefined
  const found = await database.read
    .selectFrom('user')
    .select(['id', 'username', 'username_key', 'email', 'email_key', 'password_hash', 'status', 'auth_epoch'])
    .where('deleted_at', 'is', null)
    .where((expression) =>
      expression.or([
        expression('username', '=', typed),
        expression('username_key', '=', key),
        expression('email_key', '=', key),
        expression('email', '=', typed),
      ]),
    )
    .orderBy('id')
    .limit(10)
    .execute()
  const byName = found.find((user) => user.username === typed) ?? found.find((user) => user.username_key === key)
  const sharers = found.filter((user) => user.email === typed)
  const byEmail = found.find((user) => user.email_key === key) ?? (sharers.length === 1 ? sharers[0] : undefined)
  return found.find((user) => user === byName || user === byEmail)
}

/** A user whose name or address another user has too; from before both had to be unique. */
export interface NameClash {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isNameShared: boolean
  readonly isEmailShared: boolean
}

const CLASHES_MAX = 100

/** Clashes that an admin should settle, at most a hundred: whose name or address has no key to be compared by. */
export async function findNameClashes(database: Database): Promise<NameClash[]> {
  const rows = await database.read
    .selectFrom('user')
    .select(['id', 'username', 'username_key', 'email', 'email_key'])
    .where('deleted_at', 'is', null)
    .where((expression) =>
      expression.or([
        expression('username_key', 'is', null),
        expression.and([expression('email', '<>', ''), expression('email_key', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .limit(CLASHES_MAX)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    username: row.username,
    email: row.email,
    isNameShared: row.username_key === null,
    isEmailShared: row.email !== '' && row.email_key === null,
  }))
}

/** A clash of names, in words for the operator. */
export function clashWords({ id, username, email, isNameShared, isEmailShared }: NameClash): string {
  const shared = [
    ...(isNameShared
      ? ['an older user has the same username except for case or compatible characters, so this user must log in with the exact spelling']
      : []),
    ...(isEmailShared ? [`other users have the email address ${email} too, so this user must log in with the username`] : []),
  ]
  return `User ${id} (${username}): ${shared.join('; ')}.`
}

/** Other sites that an enabled super admin is bound to. */
export async function findRootProviders(database: Database): Promise<string[]> {
  const rows = await database.read
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select('identity.provider')
    .distinct()
    .where('user.role', '>=', role.root)
    .where('user.status', '=', userStatus.active)
    .where('user.deleted_at', 'is', null)
    .execute()
  return rows.map(({ provider }) => provider)
}
