// A new user with everything that belongs to one: the first balance, the gifts of an invitation, a first token. For use inside write tasks:
// all of it is there or nothing.
import { role } from '@waystation/contract/site/status-table'
import type { WriteTx } from '../../../db/write-task.ts'
import { ensureAccount } from '../../ledger/ledger-tasks.ts'
import { post } from '../../ledger/post.ts'
import { sourceAccount } from '../../ledger/source-account.ts'
import { promiseGift } from '../../reward/late-gift-store.ts'
import { addInviteGift } from '../../reward/rebate.ts'
import { createToken, type NewToken } from '../../token/token-store.ts'
import { insertUser } from '../user-store.ts'
import { noteGift } from './gift-row-store.ts'

export interface AccountDraft {
  readonly username: string
  readonly displayName: string
  /** Empty: no login with a password. */
  readonly passwordHash: string
  /** Empty, or an address that is known to be this person's. */
  readonly email: string
  readonly language: string
  /** First balance, in quota units. */
  readonly quota: number
  /** How the account was opened, in the entry's ref: `register` … */
  readonly cause: string
  /** The invite code of another user; empty: none. One that nobody has counts as none. */
  readonly inviteCode: string
  /** In quota units. `isInvitersLate`: the inviter's waits for the first payment of the new user. */
  readonly gifts: { readonly toInviter: number; readonly toInvitee: number; readonly isInvitersLate?: boolean }
  readonly firstToken: Omit<NewToken, 'userId'> | undefined
}

/**
 * Opens an account and answers with the user's id.
 * @throws AppError username_taken or email_taken, also by a deleted user; else one for the invalid field
 */
export async function insertAccount(tx: WriteTx, draft: AccountDraft): Promise<number> {
  const { username, displayName, passwordHash, email, language, quota, cause } = draft
  const inviter = draft.inviteCode === '' ? undefined : await findInviter(tx, draft.inviteCode)
  const person = { username, displayName, passwordHash, email, language, role: role.ordinary, group: 'default' }
  const id = await insertUser(tx, { ...person, quota, cause })
  await noteGift(tx, id, { key: 'gift_new_user', amount: quota })
  if (inviter !== undefined) await reward(tx, { id, inviter, ...draft.gifts })
  if (draft.firstToken) await createToken.run(tx, { ...draft.firstToken, userId: id })
  return id
}

async function findInviter(tx: WriteTx, code: string): Promise<number | undefined> {
  const found = await tx.db.selectFrom('user').select('id').where('aff_code', '=', code).where('deleted_at', 'is', null).executeTakeFirst()
  return found && Number(found.id)
}

/** The inviter's gift waits on the referral account until it is transferred, or for the first payment of the new user. */
async function reward(tx: WriteTx, { id, inviter, ...gifts }: { id: number; inviter: number } & AccountDraft['gifts']) {
  const { toInvitee, isInvitersLate } = gifts
  const toInviter = isInvitersLate ? 0 : gifts.toInviter
  await tx.db.updateTable('user').set({ inviter_id: inviter }).where('id', '=', id).execute()
  if (isInvitersLate) await promiseGift(tx, id, gifts.toInviter)
  await tx.db
    .updateTable('user')
    .set((expression) => ({ aff_count: expression('aff_count', '+', 1) }))
    .where('id', '=', inviter)
    .execute()
  const grant = await sourceAccount(tx, 'grant')
  const gift = { from: grant, kind: 'grant', actorId: 0, reason: 'invitation' }
  await post(tx, [
    { ...gift, ref: `grant:invitee:${id}`, to: await ensureAccount(tx, 'user', id), amount: toInvitee },
    { ...gift, ref: `grant:inviter:${id}`, to: await ensureAccount(tx, 'referral', inviter), amount: toInviter },
  ])
  await addInviteGift(tx, inviter, toInviter)
  await noteGift(tx, id, { key: 'gift_invitee', amount: toInvitee })
  await noteGift(tx, inviter, { key: 'gift_inviter', amount: toInviter })
}
