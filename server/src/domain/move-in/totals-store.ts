// What of another gateway is here, counted from the tables themselves: what a run says that it did proves nothing.
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { CarriedKind } from './carried-store.ts'

const tables = { user: 'user', token: 'token', channel: 'channel', code: 'redemption' } as const

/** How many that came from there are still here. */
export async function countHere(db: Kysely<Tables>, source: string, kind: CarriedKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from imported_row
    join ${sql.table(tables[kind])} on ${sql.ref(`${tables[kind]}.id`)} = imported_row.target_id
    where imported_row.source = ${source} and imported_row.kind = ${kind}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** What the entries opened that brought balances of this kind from there, in quota units: from the ledger. */
export async function openedHere(db: Kysely<Tables>, source: string, account: 'user' | 'referral' | 'token'): Promise<number> {
  const begin = `import:${source}:${account}:`
  const { rows } = await sql<{ opened: number | null }>`
    select sum(case when credited.kind = ${account} then entry.amount else -entry.amount end) as opened
    from entry join account as credited on credited.id = entry.credit_account
    where entry.ref >= ${begin} and entry.ref < ${`${begin.slice(0, -1)};`}`.execute(db)
  return Number(rows[0]?.opened ?? 0)
}

/** The report of the last run that wrote something, as JSON; undefined: there was none. */
export async function findLastImport(db: Kysely<Tables>): Promise<{ endedAt: number; report: string } | undefined> {
  const row = await db.selectFrom('import_run').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && { endedAt: Number(row.ended_at), report: row.report }
}
