// In which time zone each month of statements began.
import type { Database } from '../../db/database.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'

export interface MonthZone {
  /** `2026-11`. */
  readonly month: string
  readonly zone: string
}

/** Notes in which zone a month began; what is noted once stays. */
export const beginMonth = writeTask<MonthZone, null>('statement.begin-month', async (tx, { month, zone }) => {
  const known = await tx.db.selectFrom('statement_month').select('month').where('month', '=', month).executeTakeFirst()
  if (known) return null
  const insert = tx.db.insertInto('statement_month').values({ month, zone })
  await insert.execute()
  return null
})

/** Begins a month, unless another process does so at the same moment. */
export async function begin(database: Database, month: MonthZone): Promise<void> {
  await database.run(beginMonth, month).catch((error) => {
    if (!isRepeatedKey(error, 'statement_month', 'month')) throw error
  })
}

/** All that are noted, by month. */
export async function findMonthZones(database: Database): Promise<Map<string, string>> {
  const rows = await database.read.selectFrom('statement_month').selectAll().execute()
  return new Map(rows.map(({ month, zone }) => [month, zone]))
}
