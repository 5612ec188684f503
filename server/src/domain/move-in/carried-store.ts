// What came along already, by its id at the other gateway: written in the transaction that carries it, so that a run that is cut off is
// taken up by the next one.
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { sha256 } from '../../lib/secret.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import type { Movement } from '../ledger/post.ts'

export type CarriedKind = 'user' | 'token' | 'channel' | 'code'

/** Where goods come from: a gateway, and which of its kinds. */
export interface Origin {
  readonly source: string
  readonly kind: CarriedKind
}

export interface Carried {
  readonly targetId: number
  readonly quota: number | null
}

/** Longer ids are hashed: a ref has 128 characters. */
const ID_MAX = 90
/** Widest that an id of another gateway is stored. */
const STORED_ID_MAX = 190

const storedId = (id: string): string => (id.length > STORED_ID_MAX ? `sha256:${sha256(id)}` : id)

/** What the entry is called that opens a balance: unique for ever, so that none is opened twice. */
export function openingRef(source: string, account: 'user' | 'referral' | 'token', id: string): string {
  return `import:${source}:${account}:${id.length > ID_MAX ? sha256(id) : id}`
}

/** Those of these ids that came with an earlier run. */
export async function findCarried(db: Kysely<Tables>, origin: Origin, ids: readonly string[]): Promise<ReadonlyMap<string, Carried>> {
  if (ids.length === 0) return new Map()
  const rows = await carriedRows(db, origin).where('source_id', 'in', ids.map(storedId)).execute()
  const byStored = new Map(rows.map((row) => [row.source_id, carriedOf(row)]))
  return new Map(
    ids.flatMap((id) => {
      const found = byStored.get(storedId(id))
      return found ? [[id, found] as const] : []
    }),
  )
}

/** Those of these ids here that came along from there. */
export async function findCarriedTargets(db: Kysely<Tables>, origin: Origin, targetIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (targetIds.length === 0) return new Set()
  const rows = await carriedRows(db, origin).where('target_id', 'in', targetIds).execute()
  return new Set(rows.map((row) => Number(row.target_id)))
}

const carriedRows = (db: Kysely<Tables>, { source, kind }: Origin) =>
  db.selectFrom('imported_row').selectAll().where('source', '=', source).where('kind', '=', kind)

const carriedOf = ({ target_id, quota }: { target_id: number; quota: number | null }): Carried => ({
  targetId: Number(target_id),
  quota: quota === null ? null : Number(quota),
})

/** Notes what was carried just now. Used inside tasks. */
export async function noteCarried(tx: WriteTx, { source, kind }: Origin, rows: readonly (Carried & { id: string })[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ id, targetId, quota }) => ({ source, kind, source_id: storedId(id), target_id: targetId, quota }))
  await tx.db.insertInto('imported_row').values(values).execute()
}

/** The movement that opens a balance; none for nothing. A balance below zero is opened the other way around. */
export function opening(
  amount: number,
  { against, accountId, ref, kind }: { against: number; accountId: number; ref: string; kind: string },
): Movement[] {
  if (amount === 0) return []
  const [from, to] = amount > 0 ? [against, accountId] : [accountId, against]
  return [{ ref, from, to, amount: Math.abs(amount), kind, actorId: 0, reason: 'import' }]
}

/** Where the limits of tokens come from. Used inside tasks. */
export const limitAccount = (tx: WriteTx): Promise<number> => ensureAccount(tx, 'limit', 0)

/** Keeps the report of a run. */
export const keepImportRun = writeTask<{ report: string }, null>('import.keep-run', async (tx, { report }) => {
  await tx.db
    .insertInto('import_run')
    .values({ ended_at: Math.floor((await tx.sets.nowMs()) / 1000), report })
    .execute()
  return null
})
