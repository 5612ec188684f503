import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables/tables.ts'
import { type Deltas, readDeltas } from '../deltas.ts'

/** What batches moved and no fold has added to the shared counters yet. Part of every sum that must be exact at this moment. */
export async function unfoldedDeltas(db: Kysely<Tables>): Promise<Deltas[]> {
  const rows = await db.selectFrom('batch').select('deltas').where('deltas', '!=', '').execute()
  return rows.map(({ deltas }) => readDeltas(deltas))
}
