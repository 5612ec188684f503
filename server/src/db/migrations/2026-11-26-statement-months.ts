import type { Tables } from '../tables/tables.ts'
import type { MigrationStep } from './schema.ts'

// In which time zone each month of statements began, so that a change of the site's zone leaves the months of before as they were. A site that
// has moved money keeps UTC until the end of this month.
export const up: MigrationStep = async ({ db, table }) => {
  await table({ name: 'statement_month' }, (t) =>
    t
      .addColumn('month', 'varchar(7)', (c) => c.primaryKey()) // 2026-11
      .addColumn('zone', 'varchar(64)', (c) => c.notNull()),
  )
  const tables = db.withTables<Pick<Tables, 'entry' | 'statement_month'>>()
  const known = await tables.selectFrom('statement_month').select('month').limit(1).executeTakeFirst()
  const moved = await tables.selectFrom('entry').select('id').limit(1).executeTakeFirst()
  if (moved && !known)
    await tables
      .insertInto('statement_month')
      .values({ month: new Date().toISOString().slice(0, 7), zone: 'UTC' })
      .execute()
}
