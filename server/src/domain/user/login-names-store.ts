// Names and mail addresses that people log in with: each belongs to one user, whatever capitals and look-alikes are typed (D55).
import { AppError } from '@waystation/contract/errors'
import { role, userStatus } from '@waystation/contract/status-table'
import { emailFault, loginKey, normalUsername, usernameFault } from '@waystation/contract/user-name'
import type { Database } from '../../db/database.ts'
import type { WriteTx } from '../../db/write-task.ts'

/**
 * A new user's name and address as they are stored, with what they are compared by. Used inside tasks.
 * @throws AppError for what is wrong with them, username_taken or email_taken
 */
export async function freeNames(tx: WriteTx, given: { username: string; email: string }) {
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
    .where((expression) =>
      expression.or([
        expression('username', '=', username),
        expression('username_key', 'in', [keys.username_key, ...(keys.email_key === null ? [] : [keys.email_key])]),
        ...(keys.email_key === null ? [] : [expression('email_key', '=', keys.email_key)]),
      ]),
    )
    .execute()
  if (owners.some((owner) => owner.username === username || owner.username_key === keys.username_key)) throw taken('username')
  // Names of before may hold an @, and be what is an address now.
  if (owners.length > 0) throw taken('email')
  return { username, email, keys }
}

export function taken(what: 'username' | 'email'): AppError {
  const code = `${what}_taken` as const
  return new AppError(code, {}, { fields: { [what]: code } })
}

/**
 * Who may log in under this name or mail address: whoever is spelled exactly so, else whoever is called so but for capitals and
 * look-alikes. An address that several share names nobody. Where an old name is the address of another, the older user counts.
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

/** Somebody whose name or address is that of another user too; from before both had to be unique. */
export interface NameClash {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isNameShared: boolean
  readonly isEmailShared: boolean
}

const CLASHES_MAX = 100

/** Clashes that an admin should settle, at most a hundred; see the migration 0007. */
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

/** What an operator is to know of a clash, in words. */
export function clashWords({ id, username, email, isNameShared, isEmailShared }: NameClash): string {
  const shared = [
    ...(isNameShared
      ? ['an older user has the same username except for case or compatible characters, so this user must log in with the exact spelling']
      : []),
    ...(isEmailShared ? [`other users have the email address ${email} too, so this user must log in with the username`] : []),
  ]
  return `User ${id} (${username}): ${shared.join('; ')}.`
}

/** Other sites that a super admin who may log in is bound to. */
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
