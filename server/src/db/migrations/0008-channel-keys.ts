import type { Kysely } from 'kysely'
import type { MigrationStep } from './columns.ts'

// Each key of a channel has its own state, so that a dead one is left out while the others serve (decision 8). How long a key waits after a
// 429 is not stored: it is at most a minute, and is held in memory.
export const up: MigrationStep = async (db) => {
  // 1 enabled, 2 disabled by hand, 3 disabled by the gateway: the numbers of a channel's status
  await ensureColumn(db, 'status', 'integer', 1)
  await ensureColumn(db, 'status_reason', 'varchar(500)', '')
  // Unix seconds; 0 never
  await ensureColumn(db, 'status_at', 'bigint', 0)
  await ensureColumn(db, 'used_at', 'bigint', 0)
}

async function ensureColumn(db: Kysely<unknown>, name: string, type: 'integer' | 'bigint' | 'varchar(500)', initial: number | string) {
  try {
    await db.schema
      .alterTable('channel_key')
      .addColumn(name, type, (c) => c.notNull().defaultTo(initial))
      .execute()
  } catch (error) {
    // A repeat of a step that was cut off: the column is there.
    if (!/already exists|duplicate column/i.test(String(error))) throw error
  }
}
