import type { Database } from '../../../db/database.ts'

/** Is there a hold of this id that has not ended? One of a node that died ends within half a minute. */
export async function isHeld(database: Database, id: string): Promise<boolean> {
  const query = database.read.selectFrom('hold').select('id').where('id', '=', id).where('state', '=', 'open')
  return (await query.executeTakeFirst()) !== undefined
}
