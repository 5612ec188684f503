// The most expensive calls first. A range may hold millions of calls, so it is neither read nor sorted as a whole: the index of times holds
// the cost, and the newest calls of the range give a lower bound for what can be on the page.
import type { Database } from '../../db/database.ts'
import { conditions, type LogFilter } from './log-filter-store.ts'
import { type LogPageRequest, type LogRecord, rowsOf } from './log-store.ts'

/** The most expensive of this many newest calls are looked up first. */
const SAMPLED_ROWS = 5000
/** Pages further back than this are sorted without a bound. */
const MAX_SAMPLED_PAGE_END = 1000

/** Charged calls with their details and the channel's present name, the most expensive first, of equal ones the newest. */
export async function findLogsByCost(database: Database, filter: LogFilter, page: LogPageRequest): Promise<LogRecord[]> {
  const least = Math.max(filter.minQuota ?? 0, await leastOnPage(database, filter, page))
  const ids = database.read
    .selectFrom('log')
    .select('log.id')
    .where((expression) => conditions(expression, { ...filter, minQuota: least, onlyCharges: true }))
    .orderBy('log.quota', 'desc')
    .orderBy('log.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  return rowsOf(database, ids).orderBy('log.quota', 'desc').orderBy('log.id', 'desc').execute()
}

/**
 * A lower bound for the cost of the page's last row: the cost at that place among the newest calls only. The most expensive of all
 * calls cannot be cheaper than those of a part. 0: nothing is known.
 */
async function leastOnPage(database: Database, filter: LogFilter, { offset, limit }: LogPageRequest): Promise<number> {
  const end = offset + limit
  if (end > MAX_SAMPLED_PAGE_END) return 0
  const { userId, userIds, from, to, ...rest } = filter
  const { username, tokenName, modelName, channelId, group, requestId, requestIds } = rest
  // Columns outside the index are read only when the filter needs them.
  const readsRows = [username, tokenName, modelName, channelId, group, requestId, requestIds].some(Boolean)
  const newest = database.read
    .selectFrom('log')
    .select(['type', 'quota'])
    .$if(readsRows, (rows) => rows.select(['username', 'token_name', 'model_name', 'channel_id', 'group_name', 'request_id']))
    .where((expression) => conditions(expression, { userId, userIds, from, to }))
    .orderBy('created_at', 'desc')
    .limit(SAMPLED_ROWS)
  const row = await database.read
    .selectFrom(newest.as('log'))
    .select('log.quota')
    .where((expression) => conditions(expression, { ...rest, onlyCharges: true }))
    .orderBy('log.quota', 'desc')
    .limit(1)
    .offset(end - 1)
    .executeTakeFirst()
  return Number(row?.quota ?? 0)
}
