import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

export interface VaultItem {
  readonly key: string
  readonly value: string
}

/** Keys in one question at most: a conversation has hundreds of calls at the very most. */
const MAX_KEYS = 500

/** Stores these until `expiresAt`, in unix seconds. An existing value under the same key is replaced. */
export const saveItems = writeTask<{ items: readonly VaultItem[]; expiresAt: number }, null>(
  'vault.save',
  async (tx, { items, expiresAt }) => {
    const keys = items.map((item) => item.key)
    await tx.db.deleteFrom('vault').where('vault_key', 'in', keys).execute()
    await tx.db
      .insertInto('vault')
      .values(items.map(({ key, value }) => ({ vault_key: key, value, expires_at: expiresAt })))
      .execute()
    return null
  },
)

/** Deletes what has expired, and returns how much that was. */
export const purgeVault = writeTask<{ before: number }, number>('vault.purge', async (tx, { before }) => {
  const result = await tx.db.deleteFrom('vault').where('expires_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
})

export async function findItems(database: Database, keys: readonly string[], now: number): Promise<VaultItem[]> {
  const rows = await database.read
    .selectFrom('vault')
    .select(['vault_key', 'value'])
    .where('vault_key', 'in', keys.slice(0, MAX_KEYS))
    .where('expires_at', '>=', now)
    .execute()
  return rows.map((row) => ({ key: row.vault_key, value: row.value }))
}
