// An admin's correction of a balance: one entry of the difference, booked under the account's lock, so that what is spent at the same time
// is never overwritten (BUG-84).
import { AppError } from '@waystation/contract/errors'
import { BALANCE_MAX } from '@waystation/contract/money/quota'
import type { WriteTx } from '../../db/write-task.ts'
import { ensureAccount } from './ledger-tasks.ts'
import { lockAccounts, post } from './post.ts'
import { sourceAccount } from './source-account.ts'
import { UnknownAccount } from './unknown-account.ts'

/** Quota units. `to` is booked as a difference: from the balance that the admin saw, or without one from the balance of the moment. */
export type Correction = { readonly by: number } | { readonly to: number; readonly seen?: number | undefined }

/**
 * Corrects a user's balance. Used inside tasks.
 * @throws AppError user_quota_too_low where more would be taken than is free, field_too_big
 */
export async function correctBalance(
  tx: WriteTx,
  { userId, correction, ref, actorId, reason }: { userId: number; correction: Correction; ref: string; actorId: number; reason: string },
): Promise<{ before: number; after: number }> {
  const accountId = await ensureAccount(tx, 'user', userId)
  const adjustId = await sourceAccount(tx, 'adjust')
  const accounts = await lockAccounts(tx, [accountId, adjustId])
  const [account, adjust] = [accounts.get(accountId), accounts.get(adjustId)]
  if (!account || !adjust) throw new UnknownAccount(account ? adjustId : accountId)

  const delta = 'by' in correction ? correction.by : correction.to - (correction.seen ?? account.posted)
  const before = account.posted
  const after = before + delta
  if (delta < 0 && after < account.held) throw tooLow(Math.max(0, before - account.held))
  if (after > BALANCE_MAX || !Number.isSafeInteger(adjust.posted - delta)) throw tooBig()
  const [from, to] = delta >= 0 ? [adjustId, accountId] : [accountId, adjustId]
  await post(tx, [{ ref: `adjust:${ref}`, from, to, amount: Math.abs(delta), kind: 'adjust', actorId, reason }])
  return { before, after }
}

const tooLow = (available: number) => new AppError('user_quota_too_low', { available }, { fields: { quota: 'user_quota_too_low' } })
const tooBig = () => new AppError('bad_form', {}, { fields: { quota: 'field_too_big' } })
