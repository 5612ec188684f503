import { AppError } from '@waystation/contract/errors'
import { BALANCE_MAX } from '@waystation/contract/money/quota'
import type { WriteTx } from '../../db/write-task.ts'
import type { Movement } from './post.ts'

/**
 * Looks before a gift is posted whether the balance can hold it: what comes at the same time is far from the edge of exact numbers. Used
 * inside tasks.
 * @throws AppError balance_full
 */
export async function assertRoom(tx: WriteTx, { to, amount }: Pick<Movement, 'to' | 'amount'>): Promise<void> {
  const { posted } = await tx.db.selectFrom('account').select('posted').where('id', '=', to).executeTakeFirstOrThrow()
  if (Number(posted) + amount > BALANCE_MAX) throw new AppError('balance_full')
}
