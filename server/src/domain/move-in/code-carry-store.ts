// Redemption codes as they move in. What used ones gave is in the balances that move in, so they have no uses here, only their state.
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { insertedId, writeTask } from '../../db/write-task.ts'
import { findCarried, noteCarried } from './carried-store.ts'
import type { MovingCode, Outcome } from './goods.ts'

interface Batch {
  readonly source: string
  readonly codes: readonly MovingCode[]
}

/** What would become of these codes. Reads only. */
export async function planCodes(db: Kysely<Tables>, { source, codes }: Batch): Promise<Outcome[]> {
  const carried = await findCarried(
    db,
    { source, kind: 'code' },
    codes.map(({ id }) => id),
  )
  const hashes = codes.map(({ code }) => code.code_hash)
  const rows =
    hashes.length === 0 ? [] : await db.selectFrom('redemption').select(['id', 'code_hash']).where('code_hash', 'in', hashes).execute()
  const here = new Map(rows.map((row) => [row.code_hash, Number(row.id)]))
  return codes.map(({ id, code }): Outcome => {
    const before = carried.get(id)
    if (before) return { id, how: 'carried', targetId: before.targetId, quota: null, notes: [] }
    const same = here.get(code.code_hash)
    return same === undefined
      ? { id, how: 'new', targetId: 0, quota: null, notes: [] }
      : { id, how: 'known', targetId: same, quota: null, notes: ['code_known'] }
  })
}

/** Carries codes, each once. */
export const carryCodes = writeTask<Batch, Outcome[]>('import.codes', async (tx, batch) => {
  const { source, codes } = batch
  const byId = new Map(codes.map((code) => [code.id, code]))
  const outcomes: Outcome[] = []
  for (const plan of await planCodes(tx.db, batch)) {
    const moving = byId.get(plan.id)
    if (plan.how !== 'new' || !moving) outcomes.push(plan)
    else {
      const insert = tx.db.insertInto('redemption').values({ ...moving.columns, ...moving.code, used_count: 0, deleted_at: null })
      outcomes.push({ ...plan, targetId: await insertedId(tx, insert) })
    }
  }
  await noteCarried(
    tx,
    { source, kind: 'code' },
    outcomes.filter(({ how }) => how !== 'carried'),
  )
  return outcomes
})
