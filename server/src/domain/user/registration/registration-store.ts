// What people do to their own accounts with codes that were mailed to them. A code is redeemed in the transaction of what it is redeemed for:
// a wrong one uses up a try and changes nothing else, and a right one that comes to nothing is not used up.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { issueCode, type NewCode, type Redemption, redeemCode } from '../../code/one-time-code-store.ts'
import { enqueue, type SealedDelivery } from '../../outbox/outbox-store.ts'
import { taken } from '../login-names-store.ts'
import { setUserAccess } from '../user-store.ts'
import { type AccountDraft, insertAccount } from './new-account.ts'

/** Issues a code together with the mail that carries it. Answers 0, or the seconds until one may be issued. */
export const mailCode = writeTask<{ code: NewCode; deliveries: readonly SealedDelivery[] }, number>(
  'account.mail-code',
  async (tx, { code, deliveries }) => {
    const waitSeconds = await issueCode.run(tx, code)
    if (waitSeconds === 0) await enqueue(tx, deliveries)
    return waitSeconds
  },
)

/**
 * Opens an account and answers with the user's id; null: the code is wrong.
 * @param code of the mail address, where one is demanded
 * @throws AppError username_taken, email_taken, or one for the invalid field
 */
export const registerAccount = writeTask<{ draft: AccountDraft; code: Redemption | undefined }, number | null>(
  'account.register',
  async (tx, { draft, code }) => {
    if (code && !(await redeemCode.run(tx, code))) return null
    return insertAccount(tx, draft)
  },
)

/** Sets a new password and ends the user's sessions. Answers with the user; null: the code is wrong, or its address is nobody's. */
export const resetPassword = writeTask<
  { emailKey: string; passwordHash: string; code: Redemption },
  { id: number; username: string } | null
>('account.reset-password', async (tx, { emailKey, passwordHash, code }) => {
  if (!(await redeemCode.run(tx, code))) return null
  const user = await tx.db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  await setUserAccess.run(tx, { userId: Number(user.id), passwordHash })
  return { id: Number(user.id), username: user.username }
})

export interface EmailBinding {
  readonly userId: number
  readonly email: string
  readonly emailKey: string
  readonly code: Redemption
  /** Tells the former address. */
  readonly deliveries: readonly SealedDelivery[]
}

/** Makes an address a user's own. False: the code is wrong. @throws AppError email_taken */
export const bindEmail = writeTask<EmailBinding, boolean>(
  'account.bind-email',
  async (tx, { userId, email, emailKey, code, deliveries }) => {
    if (!(await redeemCode.run(tx, code))) return false
    if (await isForeign(tx, emailKey, userId)) throw taken('email')
    const change = tx.db.updateTable('user').set({ email, email_key: emailKey }).where('id', '=', userId).where('deleted_at', 'is', null)
    const { numUpdatedRows } = await change.executeTakeFirst().catch((error) => {
      // Another user took it between the check and the change.
      throw isUniqueViolation(error, 'email') ? taken('email') : error
    })
    // MySQL counts only rows whose values differ, so a repeat with the same address changes none and is no error.
    if (Number(numUpdatedRows) === 0 && !(await isOwn(tx, emailKey, userId))) throw new AppError('not_found', { what: 'user' })
    await enqueue(tx, deliveries)
    return true
  },
)

/** Older names may hold an @, and be somebody's address. Deleted users count. */
async function isForeign(tx: WriteTx, emailKey: string, userId: number): Promise<boolean> {
  const owner = await tx.db
    .selectFrom('user')
    .select('id')
    .where('id', '<>', userId)
    .where((expression) => expression.or([expression('email_key', '=', emailKey), expression('username_key', '=', emailKey)]))
    .executeTakeFirst()
  return owner !== undefined
}

async function isOwn(tx: WriteTx, emailKey: string, userId: number): Promise<boolean> {
  const own = await tx.db.selectFrom('user').select('id').where('id', '=', userId).where('email_key', '=', emailKey).executeTakeFirst()
  return own !== undefined
}

/** Whose address this is, deleted users and old names that look like addresses included. */
export async function findAddressOwner(database: Database, emailKey: string) {
  const owners = await database.read
    .selectFrom('user')
    .select(['id', 'email', 'email_key', 'deleted_at'])
    .where((expression) => expression.or([expression('email_key', '=', emailKey), expression('username_key', '=', emailKey)]))
    .execute()
  return owners.find((owner) => owner.email_key === emailKey) ?? owners[0]
}
