import type { Database } from '../../../db/database.ts'

/** Refused calls that are looked at: more of them say nothing else about which model wants a price first. */
const MAX_REFUSALS = 20_000

/** By model, how many calls since a time were refused because it has no price, as far as the log has them; of the newest. */
export async function findUnpricedRefusals(database: Database, from: number): Promise<ReadonlyMap<string, number>> {
  const newest = database.read
    .selectFrom('log_failure')
    .select('request_id')
    .where('kind', '=', 'model_price_error')
    .where('created_at', '>=', from)
    .orderBy('created_at', 'desc')
    .limit(MAX_REFUSALS)
  const rows = await database.read
    .selectFrom(newest.as('refused'))
    .innerJoin('log', 'log.request_id', 'refused.request_id')
    .select(['model_name', (of) => of.fn.countAll().as('calls')])
    .groupBy('model_name')
    .execute()
  return new Map(rows.map((row) => [row.model_name, Number(row.calls)]))
}
