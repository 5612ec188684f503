// Users as the operator manages them from the command line, next to a running server: short transactions, which it sees within a second.

import { quotaForNewUser } from '@waystation/contract/options/check-in'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { AuditAction } from '@waystation/contract/people/audit'
import { normalUsername } from '@waystation/contract/people/user-name'
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { auditService } from '../audit/audit-service.ts'
import { tellServers } from '../node/command-changes.ts'
import { findLogin } from './login-names-store.ts'
import { openPasswords } from './password.ts'
import { assertUncommon } from './password-rules.ts'
import { findStoredOption } from './registration/quota-grant-store.ts'
import { addUser, editUser, manageUser, OPERATOR_ID, resetFactors } from './user-manage-store.ts'
import { findUsers } from './user-search-store.ts'
import type { UserRecord } from './user-store.ts'

const PAGE = 200

/** Users that a search finds, the newest first, deleted ones too; and the units of quota that make a dollar here. */
export async function listUsers(database: Database, keyword: string): Promise<{ users: UserRecord[]; perUnit: number }> {
  const users: UserRecord[] = []
  for (;;) {
    const page = await findUsers(database, { keyword }, { offset: users.length, limit: PAGE })
    users.push(...page)
    if (page.length < PAGE) return { users, perUnit: await findStoredOption(database, quotaPerUnit) }
  }
}

/** Adds an ordinary user with the balance that new users get. @throws AppError for the name, or password_common */
export async function addByCommand(database: Database, given: { username: string; password: string }, requestId: string): Promise<number> {
  await assertUncommon(given.password)
  const username = normalUsername(given.username)
  const user = {
    ...{ username, displayName: username, group: 'default', email: '', language: '', role: role.ordinary },
    passwordHash: await (await openPasswords()).hash(given.password),
    quota: await findStoredOption(database, quotaForNewUser),
    cause: 'command',
  }
  const id = await database.run(addUser, { actorId: OPERATOR_ID, requestId, user })
  await record(database, { action: 'user.create', target: id, after: { username }, requestId })
  return id
}

/**
 * Sets a user's password, which ends their sessions and access token.
 * @param typed a username or mail address, as for logging in
 * @returns the username; undefined: there is no such user
 */
export async function setPasswordByCommand(
  database: Database,
  typed: string,
  password: string,
  requestId: string,
): Promise<string | undefined> {
  const user = await findLogin(database, typed.trim())
  if (!user) return undefined
  await assertUncommon(password)
  const id = Number(user.id)
  const passwordHash = await (await openPasswords()).hash(password)
  const { before, after } = await database.run(editUser, { actorId: OPERATOR_ID, requestId, id, passwordHash })
  await recordChange(database, { action: 'user.update', target: id, before, after, requestId })
  return user.username
}

/**
 * Makes a user an admin.
 * @returns the username; undefined: there is no such user
 * @throws AppError user_already_admin
 */
export async function promoteByCommand(database: Database, typed: string, requestId: string): Promise<string | undefined> {
  const user = await findLogin(database, typed.trim())
  if (!user) return undefined
  const id = Number(user.id)
  const { before, after } = await database.run(manageUser, { actorId: OPERATOR_ID, requestId, id, action: 'promote' })
  await recordChange(database, { action: 'user.manage', target: id, before, after: { ...after, action: 'promote' }, requestId })
  return user.username
}

/**
 * Takes a user's passkeys, one-time passwords and recovery codes away, the super admin's too.
 * @returns the username; undefined: there is no such user
 */
export async function resetFactorsByCommand(database: Database, typed: string, requestId: string): Promise<string | undefined> {
  const user = await findLogin(database, typed.trim())
  if (!user) return undefined
  const id = Number(user.id)
  const { username } = await database.run(resetFactors, { actorId: OPERATOR_ID, requestId, id })
  await recordChange(database, { action: 'factor.reset', target: id, after: { username }, requestId })
  return username
}

interface Done {
  readonly action: AuditAction
  readonly target: number
  readonly before?: unknown
  readonly after: unknown
  readonly requestId: string
}

/** Of a user who was there before, whom servers may have in memory. */
async function recordChange(database: Database, done: Done): Promise<void> {
  await record(database, done)
  await tellServers(database)
}

function record(database: Database, { action, target, before, after, requestId }: Done): Promise<void> {
  return auditService(database).write({
    ...{ actorId: OPERATOR_ID, actorName: 'command line', clientIp: '', action, target: String(target), requestId },
    detail: { before, after },
  })
}
