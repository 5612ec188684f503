// What people are given when they or others join stands in their log, written in the transaction that gives it.
import { logType } from '@waystation/contract/site/status-table'
import type { WriteTx } from '../../../db/write-task.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { writeEvent } from '../../log/log-row-store.ts'

/** Writes the log row of a gift; none where nothing was given. For use inside write tasks. */
export async function noteGift(
  tx: WriteTx,
  userId: number,
  { key, amount }: { key: 'gift_new_user' | 'gift_invitee' | 'gift_inviter' | 'gift_inviter_paid'; amount: number },
): Promise<void> {
  if (amount === 0) return
  const { username } = await tx.db.selectFrom('user').select('username').where('id', '=', userId).executeTakeFirstOrThrow()
  await writeEvent(tx, { requestId: newRequestId(), type: logType.system, userId, username, words: { key, facts: { amount } } })
}
