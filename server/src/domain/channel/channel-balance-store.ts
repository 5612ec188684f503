import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'
import { forgetTold, type OnceTelling, tellRootsOnce } from '../notice/root-notice-store.ts'
import { lowBalanceIdentity } from './health/channel-notices.ts'

/** Decimals of a balance: cents, and fractions of them where vendors bill by the token. */
const DECIMALS = 6

export interface NotedBalance {
  readonly id: number
  readonly amount: number
  readonly currency: string
  /** What the super admins are told of a low balance; null: it is not low, so what they were told is forgotten. */
  readonly telling: OnceTelling | null
}

/** Notes what a channel has left, now. */
export const noteBalance = writeTask<NotedBalance, null>('channel.balance', async (tx, { id, amount, currency, telling }) => {
  const balance_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const columns = { balance: amount.toFixed(DECIMALS), balance_currency: currency.slice(0, 8), balance_at }
  await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
  if (telling) await tellRootsOnce(tx, telling)
  else await forgetTold(tx, lowBalanceIdentity(id))
  return null
})

/** All channels with what decides whether their balance can be read, best priority first. */
export async function findBalanceChannels(database: Database): Promise<{ id: number; type: number; base_url: string }[]> {
  const query = database.read.selectFrom('channel').select(['id', 'type', 'base_url']).orderBy('priority', 'desc').orderBy('id', 'desc')
  return (await query.execute()).map((row) => ({ ...row, id: Number(row.id) }))
}
