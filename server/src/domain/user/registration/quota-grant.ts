// Adds to a user's balance from the command line. The balance is in the database, so a running server sees it at the next call.

import { quotaOfDollars } from '@waystation/contract/money/quota'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Database } from '../../../db/database.ts'
import { auditService } from '../../audit/audit-service.ts'
import { findLogin } from '../login-names-store.ts'
import { findUser } from '../user-store.ts'
import { findStoredOption, grantQuota } from './quota-grant-store.ts'

/**
 * Grants a user this many dollars of quota, at the rate of this installation, and records it in the audit log.
 * @param typed a username or mail address, as for logging in
 * @param dollars > 0
 * @returns who got it, how much, and the balance after it, in quota units; undefined: there is no such user
 */
export async function grantDollars(
  database: Database,
  typed: string,
  dollars: number,
  requestId: string,
): Promise<{ username: string; amount: number; balance: number; perUnit: number } | undefined> {
  const user = await findLogin(database, typed.trim())
  if (!user) return undefined
  const perUnit = await findStoredOption(database, quotaPerUnit)
  const amount = quotaOfDollars(dollars, perUnit)
  const userId = Number(user.id)
  await database.run(grantQuota, { userId, amount, ref: `command:${requestId}`, reason: 'command line' })
  await auditService(database).write({
    actorId: 0,
    actorName: 'command line',
    clientIp: '',
    action: 'user.grant-quota',
    target: String(user.id),
    detail: { username: user.username, amount },
    requestId,
  })
  return { username: user.username, amount, perUnit, balance: Number((await findUser(database, userId))?.posted ?? 0) }
}
