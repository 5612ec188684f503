// The kinds of unexpected errors, with how often and when each came up on all nodes together.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeTask } from '../../db/write-task.ts'
import type { ErrorKind } from './describe-error.ts'

/** What one node has seen of a kind since it last told. */
export interface ErrorSum extends ErrorKind {
  readonly times: number
  /** How long ago it came up first and last, in milliseconds. */
  readonly firstAgoMs: number
  readonly lastAgoMs: number
  /** Of the last call that met it; empty: no call did. */
  readonly requestId: string
}

export type ServerErrorRow = Tables['server_error']

/** Kinds that are kept: the newest. */
export const MAX_KINDS = 500

/** Adds what a node has seen. Kinds beyond the newest are forgotten. */
export const noteServerErrors = writeTask<{ sums: readonly ErrorSum[]; node: string; version: string }, null>(
  'server-error.note',
  async (tx, { sums, node, version }) => {
    const nowMs = await tx.sets.nowMs()
    // In the order of their ids, so that two nodes do not wait for each other.
    for (const sum of sums.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const { id, place, name, code, message, stack, times, requestId: request_id } = sum
      const newest = { message, stack, node, version, last_at: secondsAt(nowMs - sum.lastAgoMs) }
      const insert = tx.db.insertInto('server_error').values({
        ...{ id, place, name, code, times, request_id, seen_times: 0 },
        ...{ ...newest, first_at: secondsAt(nowMs - sum.firstAgoMs) },
      })
      const change = {
        ...newest,
        ...(request_id === '' ? {} : { request_id }),
        times: sql<number>`${sql.ref('server_error.times')} + ${times}`,
      }
      await (tx.kind === 'mysql'
        ? insert.onDuplicateKeyUpdate(change)
        : insert.onConflict((conflict) => conflict.column('id').doUpdateSet(change))
      ).execute()
    }
    const old = await tx.db
      .selectFrom('server_error')
      .select('id')
      .orderBy('last_at', 'desc')
      .orderBy('id')
      .limit(1000)
      .offset(MAX_KINDS)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await tx.db.deleteFrom('server_error').where('id', 'in', ids).execute()
    return null
  },
)

const secondsAt = (ms: number): number => Math.floor(ms / 1000)

/**
 * Marks kinds as seen, as often as they came up by now. Those that came up again after `until` stay as they are.
 * @param id one kind; absent: all
 * @param until unix seconds
 */
export const seeServerErrors = writeTask<{ id: string | undefined; until: number }, number>(
  'server-error.see',
  async (tx, { id, until }) => {
    const all = tx.db
      .updateTable('server_error')
      .set({ seen_times: sql<number>`times` })
      .where('last_at', '<=', until)
      .whereRef('seen_times', '<', 'times')
    const { numUpdatedRows } = await (id === undefined ? all : all.where('id', '=', id)).executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },
)

/** Answers with what it was; undefined: there was none. */
export const removeServerError = writeTask<{ id: string }, ServerErrorRow | undefined>('server-error.remove', async (tx, { id }) => {
  const row = await tx.db.selectFrom('server_error').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) await tx.db.deleteFrom('server_error').where('id', '=', id).execute()
  return row
})

/** What came up last is first. */
export function findServerErrors(database: Database, page: { readonly offset: number; readonly limit: number }): Promise<ServerErrorRow[]> {
  return database.read
    .selectFrom('server_error')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** How many kinds there are, of how many there is something that nobody has seen, and when the newest came up in unix seconds. */
export async function countServerErrors(database: Database): Promise<{ total: number; unseen: number; newest_at: number }> {
  const row = await database.read
    .selectFrom('server_error')
    .select([
      sql<number | string>`count(*)`.as('total'),
      sql<number | string | null>`sum(case when times > seen_times then 1 else 0 end)`.as('unseen'),
      sql<number | string | null>`max(last_at)`.as('newest'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), unseen: Number(row.unseen ?? 0), newest_at: Number(row.newest ?? 0) }
}
