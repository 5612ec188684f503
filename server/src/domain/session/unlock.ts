// Lets a user log in again at once after too many failed logins. The counters are in the database, so a running server sees the
// change at the next login.
import type { Database } from '../../db/database.ts'
import { auditService } from '../audit/audit-service.ts'
import { nameSubject, userSubject } from '../throttle/rules.ts'
import { openThrottle } from '../throttle/throttle.ts'
import { findLogin } from '../user/login-names-store.ts'

/**
 * Deletes all counters of a user's failed logins: for their name and email address, from known browsers, and of repeated password checks.
 * @param typed a username or mail address, as for logging in
 * @returns who it was and how many counters were cleared; undefined: there is no such user
 */
export async function unlockUser(
  database: Database,
  typed: string,
  request: { requestId: string; now: () => number },
): Promise<{ username: string; counters: number } | undefined> {
  const user = await findLogin(database, typed.trim())
  if (!user) return undefined
  const names = [typed, user.username, ...(user.email === '' ? [] : [user.email])]
  const throttle = openThrottle({ database, now: request.now })
  const counters = await throttle.clear([...new Set([...names.map(nameSubject), userSubject(Number(user.id))])])
  await auditService(database).write({
    actorId: 0,
    actorName: 'command line',
    clientIp: '',
    action: 'login.unlock',
    target: String(user.id),
    detail: { username: user.username },
    requestId: request.requestId,
  })
  return { username: user.username, counters }
}
