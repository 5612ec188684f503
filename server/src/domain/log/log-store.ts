import { logType } from '@waystation/contract/site/status-table'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeTask } from '../../db/write-task.ts'
import { removeContents } from '../content/call-content-store.ts'
import { type Counted, countUpTo } from '../count-up-to.ts'
import { contains } from '../text-search-store.ts'
import { conditions, isOrderedByTime, type LogFilter, ofType, timeColumn } from './log-filter-store.ts'

export type LogRecord = Awaited<ReturnType<typeof findLogs>>[number]

/**
 * Rows with their details and the channel's present name, newest first. Which rows they are is found first, by the columns of an index where
 * one has them: a month of rows with all they hold is neither read nor sorted for a page.
 */
export async function findLogs(database: Database, filter: LogFilter, page: LogPageRequest) {
  const isByTime = page.before === undefined && isOrderedByTime(filter)
  const time = timeColumn(database.kind, filter, isByTime)
  const ids = database.read
    .selectFrom('log')
    .select('log.id')
    .where((expression) => conditions(expression, filter, time))
    .$if(page.before !== undefined, (query) => query.where('log.id', '<', page.before ?? 0))
    .$if(isByTime, (query) => query.orderBy('log.created_at', 'desc'))
    .orderBy('log.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  return rowsOf(database, ids)
    .$if(isByTime, (query) => query.orderBy('log.created_at', 'desc'))
    .orderBy('log.id', 'desc')
    .execute()
}

/** The rows of these ids, with their details and the channel's present name, in no order. */
export function rowsOf(database: Database, ids: SelectQueryBuilder<Tables, 'log', { id: number }>) {
  return database.read
    .selectFrom(ids.as('page'))
    .innerJoin('log', 'log.id', 'page.id')
    .leftJoin('channel', 'channel.id', 'log.channel_id')
    .leftJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .selectAll('log')
    .select(['channel.name as channel_name', 'log_detail.other as other'])
}

export interface LogPageRequest {
  readonly offset: number
  readonly limit: number
  /** Only rows with a lower id. */
  readonly before?: number
}

/** A search without pages gives so many rows, and looks at so many: a rare word must not read a log of millions. */
const SEARCH_LIMIT = 100
const SEARCHED_ROWS = 10_000

export interface LogSearch {
  /** Set: only this user's rows. */
  readonly userId?: number
  readonly tokenId?: number
  /** Users whose rows match as well. */
  readonly namedIds?: readonly number[]
  /** A part of a name, or a whole request id. */
  readonly text?: string
  readonly type?: number
}

/** The newest rows that match, among the newest there are. */
export async function searchRecentLogs(
  database: Database,
  { userId, tokenId, text, type, namedIds = [] }: LogSearch,
): Promise<LogRecord[]> {
  const newest = database.read.selectFrom('log').selectAll().limit(SEARCHED_ROWS)
  // A user's rows are found by their times, as the index has them.
  const rows =
    userId === undefined
      ? newest.orderBy('id', 'desc')
      : newest.where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id', 'desc')
  let query = database.read
    .selectFrom(rows.as('log'))
    .leftJoin('channel', 'channel.id', 'log.channel_id')
    .leftJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .selectAll('log')
    .select(['channel.name as channel_name', 'log_detail.other as other'])
  if (tokenId !== undefined) query = query.where('log.token_id', '=', tokenId)
  if (type !== undefined) query = query.where((expression) => ofType(expression, type))
  if (text) {
    query = query.where((expression) =>
      expression.or([
        contains('log.model_name', text),
        contains('log.token_name', text),
        ...(userId === undefined ? [contains('log.username', text)] : []),
        expression('log.request_id', '=', text),
        ...(namedIds.length > 0 ? [expression('log.user_id', 'in', namedIds)] : []),
      ]),
    )
  }
  return query.orderBy('log.id', 'desc').limit(SEARCH_LIMIT).execute()
}

/** How many rows there are, counted up to a limit. */
export function countLogs(database: Database, filter: LogFilter): Promise<Counted> {
  return countSome(
    database,
    database.read
      .selectFrom('log')
      .select('log.id')
      .where((expression) => conditions(expression, filter, timeColumn(database.kind, filter))),
  )
}

/** The rows of a query, counted up to a limit. */
const countSome = (database: Database, rows: SelectQueryBuilder<Tables, 'log', object>): Promise<Counted> =>
  countUpTo(async (limit) => {
    const { count } = await database.read
      .selectFrom(rows.limit(limit).as('some'))
      .select((expression) => expression.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** Calls that one id of a client finds at most, the newest of them: a client may give all of its calls the same. */
const MAX_CALLS_OF_ID = 1000

/** Our own ids of the calls to which a client gave this one, the newest first. @param userId set: only this user's calls */
export async function findByClientId(database: Database, clientId: string, userId: number | undefined): Promise<string[]> {
  const rows = await database.read
    .selectFrom('log_client_id')
    .select('request_id')
    .where('client_id', '=', clientId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .orderBy('request_id', 'desc')
    .limit(MAX_CALLS_OF_ID)
    .execute()
  return rows.map((row) => row.request_id)
}

/** Present names of channels, by id. */
export async function findChannelNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.read.selectFrom('channel').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

/** Rows that a clean-up removes: all before a time but top-ups, which are receipts. */
export async function countOldLogs(database: Database, before: number): Promise<number> {
  const old = database.read.selectFrom('log').select('log.id').where('created_at', '<', before).where('type', '<>', logType.topUp)
  return (await countSome(database, old)).total
}

/**
 * Removes some rows from before a time with their details, top-ups excepted, and returns how many; fewer than `limit`: there are no more.
 */
export const removeOldLogs = writeTask<{ before: number; limit: number }, number>('log.clean-up', async (tx, { before, limit }) => {
  const rows = await tx.db
    .selectFrom('log')
    .select(['id', 'request_id'])
    .where('created_at', '<', before)
    .where('type', '<>', logType.topUp)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const requests = rows.map((row) => row.request_id).filter((id) => id !== '')
  if (requests.length > 0) {
    await tx.db.deleteFrom('log_detail').where('request_id', 'in', requests).execute()
    await tx.db.deleteFrom('log_client_id').where('request_id', 'in', requests).execute()
    await tx.db.deleteFrom('log_failure').where('request_id', 'in', requests).execute()
    await removeContents(tx, requests)
  }
  await tx.db
    .deleteFrom('log')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.length
})

/** Sums over the calls that a filter leaves, channel tests left out; the type of the filter does not matter, since only calls cost. */
export async function sumLogs(
  database: Database,
  filter: LogFilter,
): Promise<{ calls: number; quota: number; input: number; output: number }> {
  const sums = await database.read
    .selectFrom('log')
    .select((expression) => [
      expression.fn.countAll().as('calls'),
      expression.fn.coalesce(expression.fn.sum('log.quota'), sql.lit(0)).as('quota'),
      expression.fn.coalesce(expression.fn.sum('log.prompt_tokens'), sql.lit(0)).as('input'),
      expression.fn.coalesce(expression.fn.sum('log.completion_tokens'), sql.lit(0)).as('output'),
    ])
    .where((expression) => conditions(expression, { ...filter, type: undefined, onlyCharges: true }, timeColumn(database.kind, filter)))
    .executeTakeFirstOrThrow()
  return { calls: Number(sums.calls), quota: Number(sums.quota), input: Number(sums.input), output: Number(sums.output) }
}
