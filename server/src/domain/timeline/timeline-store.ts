// The sources of a timeline. Each is read newest first, behind what was shown of it, and with a limit, by an index of its own.

import type { AuditAction } from '@waystation/contract/people/audit'
import type { Ranked } from '@waystation/contract/people/rank'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AuditRow, TopUpOrderRow } from '../../db/tables/tables.ts'
import { superiorsOf } from '../audit/audit-search-store.ts'
import { toRowId } from '../like-pattern.ts'
import type { EntryRecord } from '../statement/statement-store.ts'
import type { Found } from './timeline-position.ts'

type AuditRecord = Selectable<AuditRow>

export type FoundLine = Found &
  (
    | { readonly source: 'money'; readonly entry: EntryRecord }
    | { readonly source: 'order'; readonly order: Selectable<TopUpOrderRow> }
    | { readonly source: 'message'; readonly message: { id: number; title: string; readAt: number } }
    | { readonly source: 'audit'; readonly row: AuditRecord }
  )

export interface Reading {
  /** The position of the last line that was shown; undefined: none was. */
  readonly behind: string | undefined
  readonly limit: number
}

/** Entries of the ledger on a user's balance that are no calls. */
export async function findMoneyLines(database: Database, userId: number, { behind, limit }: Reading): Promise<FoundLine[]> {
  const account = await database.read
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'user')
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  if (!account) return []
  const accountId = Number(account.id)
  let query = database.read
    .selectFrom('account_entry')
    .innerJoin('entry', 'entry.ref', 'account_entry.ref')
    .select(['entry.ref', 'entry.kind', 'entry.amount', 'entry.credit_account', 'account_entry.created_at_ms'])
    .select(['entry.actor_id', 'entry.reason'])
    .where('account_entry.account_id', '=', accountId)
  const [, ms, ref = ''] = /^(\d{1,15}) (.*)$/s.exec(behind ?? '') ?? []
  if (ms !== undefined) {
    query = query
      .where('account_entry.created_at_ms', '<=', Number(ms))
      .where((where) => where.or([where('account_entry.created_at_ms', '<', Number(ms)), where('account_entry.ref', '<', ref)]))
  }
  const rows = await query.orderBy('account_entry.created_at_ms', 'desc').orderBy('account_entry.ref', 'desc').limit(limit).execute()
  return rows.map((row) => {
    const createdAtMs = Number(row.created_at_ms)
    const amount = Number(row.credit_account) === accountId ? Number(row.amount) : -Number(row.amount)
    const entry = { ref: row.ref, kind: row.kind, reason: row.reason, createdAtMs, amount, actorId: Number(row.actor_id) }
    return { source: 'money', atMs: createdAtMs, position: `${createdAtMs} ${row.ref}`, entry }
  })
}

/** Positions of the other sources are ids. */
const idOf = (behind: string): number => toRowId(Number(behind))

export async function findOrderLines(database: Database, userId: number, { behind, limit }: Reading): Promise<FoundLine[]> {
  const orders = await database.read
    .selectFrom('top_up_order')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(behind !== undefined, (query) => query.where('id', '<', idOf(behind ?? '')))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return orders.map((order) => ({
    source: 'order',
    atMs: Number(order.created_at) * 1000,
    position: String(order.id),
    order,
  }))
}

export async function findMessageLines(database: Database, userId: number, { behind, limit }: Reading): Promise<FoundLine[]> {
  const rows = await database.read
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .select(['message.id', 'message.title', 'message.created_at', 'message_recipient.read_at'])
    .where('message_recipient.user_id', '=', userId)
    .$if(behind !== undefined, (query) => query.where('message_recipient.message_id', '<', idOf(behind ?? '')))
    .orderBy('message_recipient.message_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, created_at, read_at }) => ({
    source: 'message',
    atMs: Number(created_at) * 1000,
    position: String(id),
    message: { id: Number(id), title, readAt: Number(read_at ?? 0) },
  }))
}

export interface AuditQuestion {
  /** Done by this user; or done to this target, by anybody but the user in `notBy`. */
  readonly by?: number
  readonly target?: string
  readonly notBy?: number
  readonly only?: readonly AuditAction[]
  readonly without?: readonly AuditAction[]
  /** What users of this role and above did, but for this one, is left out; undefined: nothing is. */
  readonly hiddenFrom: Ranked | undefined
}

export async function findAuditLines(database: Database, question: AuditQuestion, { behind, limit }: Reading): Promise<FoundLine[]> {
  const { by, target, notBy, only, without, hiddenFrom } = question
  const rows = await database.read
    .selectFrom('audit')
    .selectAll()
    .where((where) =>
      where.and([
        ...(by === undefined ? [] : [where('actor_id', '=', by)]),
        ...(target === undefined ? [] : [where('target', '=', target)]),
        ...(notBy === undefined ? [] : [where('actor_id', '<>', notBy)]),
        ...(only === undefined ? [] : [where('action', 'in', only)]),
        ...(without === undefined ? [] : [where('action', 'not in', without)]),
        ...(behind === undefined ? [] : [where('id', '<', idOf(behind))]),
        ...(hiddenFrom === undefined ? [] : [where('actor_id', 'not in', superiorsOf(database, hiddenFrom))]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ source: 'audit', atMs: Number(row.created_at) * 1000, position: String(row.id), row }))
}
