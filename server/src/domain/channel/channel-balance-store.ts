import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

/** Decimals of a balance: cents, and fractions of them where vendors bill by the token. */
const DECIMALS = 6

/** Notes what a channel has left, now. */
export const noteBalance = writeTask<{ id: number; amount: number; currency: string }, null>(
  'channel.balance',
  async (tx, { id, amount, currency }) => {
    const balance_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const columns = { balance: amount.toFixed(DECIMALS), balance_currency: currency.slice(0, 8), balance_at }
    await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
    return null
  },
)

/** All channels with what decides whether their balance can be read, best priority first. */
export async function findBalanceChannels(database: Database): Promise<{ id: number; type: number; base_url: string }[]> {
  const query = database.read.selectFrom('channel').select(['id', 'type', 'base_url']).orderBy('priority', 'desc').orderBy('id', 'desc')
  return (await query.execute()).map((row) => ({ ...row, id: Number(row.id) }))
}
