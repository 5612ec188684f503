// Tokens as they move in: the same keys, under their owners here.
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { insertedId, writeTask } from '../../db/write-task.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { type Movement, post } from '../ledger/post.ts'
import { noteForeignKeys, SHA256_ROW } from '../token/foreign/foreign-key-store.ts'
import { findCarried, limitAccount, noteCarried, opening, openingRef } from './carried-store.ts'
import type { MovingToken, Outcome } from './goods.ts'

interface Batch {
  readonly source: string
  readonly tokens: readonly MovingToken[]
}

/** What would become of these tokens. Reads only. */
export async function planTokens(db: Kysely<Tables>, { source, tokens }: Batch): Promise<Outcome[]> {
  const carried = await findCarried(
    db,
    { source, kind: 'token' },
    tokens.map(({ id }) => id),
  )
  const hashes = tokens.map(({ key }) => key.key_hash)
  const rows =
    hashes.length === 0
      ? []
      : await db.selectFrom('token').select(['id', 'user_id', 'key_hash', 'deleted_at']).where('key_hash', 'in', hashes).execute()
  const here = new Map(rows.map((row) => [row.key_hash, row]))
  return tokens.map(({ id, userId, key, quota }): Outcome => {
    const before = carried.get(id)
    if (before) return { id, how: 'carried', targetId: before.targetId, quota: before.quota, notes: [] }
    const same = here.get(key.key_hash)
    if (!same) return { id, how: 'new', targetId: 0, quota, notes: [] }
    const note = same.deleted_at !== null ? 'token_deleted_here' : same.user_id === userId ? 'token_known' : 'token_of_another'
    return { id, how: 'known', targetId: Number(same.id), quota: null, notes: [note] }
  })
}

/** Carries tokens with their limits, each once. */
export const carryTokens = writeTask<Batch, Outcome[]>('import.tokens', async (tx, batch) => {
  const { source, tokens } = batch
  const byId = new Map(tokens.map((token) => [token.id, token]))
  const outcomes: Outcome[] = []
  const movements: Movement[] = []
  const against = await limitAccount(tx)
  for (const plan of await planTokens(tx.db, batch)) {
    const token = byId.get(plan.id)
    if (plan.how !== 'new' || !token) {
      outcomes.push(plan)
      continue
    }
    const { columns, key, userId, quota } = token
    const row = { label: '', ...columns, ...key, user_id: userId, deleted_at: null }
    const targetId = await insertedId(tx, tx.db.insertInto('token').values(row))
    const accountId = await ensureAccount(tx, 'token', targetId)
    movements.push(...opening(quota, { against, accountId, ref: openingRef(source, 'token', plan.id), kind: 'token-limit' }))
    outcomes.push({ ...plan, targetId })
  }
  await post(tx, movements)
  if (tokens.some(({ key }) => key.row_uid === SHA256_ROW)) await noteForeignKeys(tx)
  await noteCarried(
    tx,
    { source, kind: 'token' },
    outcomes.filter(({ how }) => how !== 'carried'),
  )
  return outcomes
})
