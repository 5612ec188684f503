// Where quota that is handed out comes from. One account could come to the edge of exact numbers by many large gifts, and then nobody would
// be given anything more; so another one of its kind follows it, long before.
import type { WriteTx } from '../../db/write-task.ts'
import { ensureAccount } from './ledger-tasks.ts'

/** From here on the next account is used. The way to the edge of exact numbers is for what is under way at the same time. Quota units. */
const FULL = 4_000_000_000_000_000

/** The account of the house that quota of this kind (`redeem`, `grant`, `adjust`) is handed out from now. Used inside tasks. */
export async function sourceAccount(tx: WriteTx, kind: string): Promise<number> {
  const last = await tx.db
    .selectFrom('account')
    .select(['id', 'owner_id', 'posted'])
    .where('kind', '=', kind)
    .orderBy('owner_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return ensureAccount(tx, kind, 0)
  return Math.abs(Number(last.posted)) < FULL ? Number(last.id) : ensureAccount(tx, kind, last.owner_id + 1)
}
