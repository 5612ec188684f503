import type { Facts } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'
import { autoDisabled } from './health/auto-disabled.ts'

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

/** Disables an enabled channel whose balance is used up. The reason is stored in words and as an error that can be translated. */
export const disableUnfundedChannel = writeTask<{ id: number; reason: string; code: string; facts: Facts }, boolean>(
  'channel.disable-broke',
  async (tx, { id, reason, code, facts }) => {
    const nowSeconds = Math.floor((await tx.sets.nowMs()) / 1000)
    const { numUpdatedRows } = await tx.db
      .updateTable('channel')
      .set(autoDisabled({ reason, error: { code, facts } }, nowSeconds))
      .where('id', '=', id)
      .where('status', '=', channelStatus.enabled)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows) > 0
  },
)

/** All channels with what decides whether their balance can be read, best priority first. */
export async function findBalanceChannels(database: Database): Promise<{ id: number; type: number; base_url: string }[]> {
  const query = database.read.selectFrom('channel').select(['id', 'type', 'base_url']).orderBy('priority', 'desc').orderBy('id', 'desc')
  return (await query.execute()).map((row) => ({ ...row, id: Number(row.id) }))
}
