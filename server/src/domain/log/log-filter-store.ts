// Which rows of the usage log a filter leaves, as conditions of a query.
import { logType } from '@waystation/contract/site/status-table'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseKind } from '../../db/kind.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { starPattern, toRowId } from '../like-pattern.ts'
import { channelTestRow } from './row-type.ts'

export interface LogFilter {
  /** Set: only this user's rows. */
  readonly userId?: number | undefined
  /** 0 or absent: all. */
  readonly type?: number | undefined
  readonly username?: string | undefined
  /** Only rows of these users. */
  readonly userIds?: readonly number[] | undefined
  readonly tokenName?: string | undefined
  /** The whole name; `*` stands for anything. */
  readonly modelName?: string | undefined
  /** Unix seconds, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly channelId?: number | undefined
  readonly group?: string | undefined
  readonly requestId?: string | undefined
  /** Only rows of these calls. */
  readonly requestIds?: readonly string[] | undefined
  /** Quota units; above 0 only charged calls of at least this cost are left. */
  readonly minQuota?: number | undefined
  /** Only calls that ended with this kind of failure (contract/calls/outcomes.ts). */
  readonly failure?: string | undefined
  /** Only customers' calls, whatever `type` is: neither channel tests nor rows of another kind. */
  readonly onlyCharges?: boolean | undefined
}

type LogExpressions = ExpressionBuilder<Pick<Tables, 'log'>, 'log'>

/** What the index of times has: other columns are read row by row. */
const INDEXED: ReadonlySet<string> = new Set<keyof LogFilter>([
  ...(['userId', 'userIds', 'type', 'from', 'to', 'minQuota', 'onlyCharges'] as const),
  ...(['channelId', 'tokenName', 'group', 'modelName'] as const),
])
/** Rows of so short a span are looked up one by one in less time than it takes to read all there are. */
const NARROW_SECONDS = 3 * 86_400

/** Does the index of times, or that of a user's times, have all that the filter asks for? Then it gives the newest rows without a sort. */
export function isOrderedByTime(filter: LogFilter): boolean {
  return filter.userId !== undefined || filter.userIds !== undefined || isInIndex(filter)
}

const isInIndex = (filter: LogFilter): boolean =>
  Object.entries(filter).every(([name, value]) => INDEXED.has(name) || value === undefined || value === '' || value === 0)

/**
 * The time of a row, as conditions compare it. SQLite would look up each row of a long span by the index of times, which takes many times
 * longer than reading the table in its order: a plus hides the index from it.
 * @param isByIndex the rows are read in the order of an index that has the times
 */
export function timeColumn(kind: DatabaseKind, filter: LogFilter, isByIndex = isOrderedByTime(filter)): RawBuilder<number> {
  const { from, to = Date.now() / 1000 } = filter
  const isNarrow = from !== undefined && to - from <= NARROW_SECONDS
  const column = sql.ref<number>('log.created_at')
  return kind !== 'sqlite' || isNarrow || isByIndex ? sql`${column}` : sql`+${column}`
}

/** All of the filter's conditions; an empty filter matches every row. @param time the column of times, as it is compared */
export function conditions(
  expression: LogExpressions,
  filter: LogFilter,
  time: Expression<number> = sql.ref<number>('log.created_at'),
): Expression<SqlBool> {
  const { userId, userIds, type, username, tokenName, modelName, from, to, channelId, group, requestId, requestIds, minQuota = 0 } = filter
  // A call that is named by its id, or by its failure, is found by that. A plus in front hides the index of the user's times.
  const isNamed = Boolean(requestId || requestIds || filter.failure)
  const user = isNamed ? sql<number>`+${sql.ref('log.user_id')}` : sql.ref<number>('log.user_id')
  // Only calls cost: naming their type lets the index of times answer.
  const onlyCharges = filter.onlyCharges || (minQuota > 0 && (!type || type === logType.consumption))
  const all = [
    ...(userId === undefined ? [] : [expression(user, '=', userId)]),
    ...(userIds ? [expression(user, 'in', userIds)] : []),
    ...(onlyCharges ? [expression('log.type', '=', logType.consumption)] : []),
    ...(type && !onlyCharges ? [ofType(expression, type)] : []),
    ...(minQuota > 0 ? [expression('log.quota', '>=', minQuota)] : []),
    ...(username ? [expression('log.username', '=', username)] : []),
    ...(tokenName ? [expression('log.token_name', '=', tokenName)] : []),
    ...(modelName?.includes('*') ? [sql<boolean>`${sql.ref('log.model_name')} like ${starPattern(modelName)} escape '!'`] : []),
    ...(modelName && !modelName.includes('*') ? [expression('log.model_name', '=', modelName)] : []),
    ...(from ? [expression(time, '>=', from)] : []),
    ...(to ? [expression(time, '<=', to)] : []),
    ...(channelId ? [expression('log.channel_id', '=', toRowId(channelId))] : []),
    ...(group ? [expression('log.group_name', '=', group)] : []),
    ...(requestId ? [expression('log.request_id', '=', requestId)] : []),
    ...(filter.failure ? [failedBy(filter.failure, filter)] : []),
    ...(requestIds ? [expression('log.request_id', 'in', requestIds)] : []),
  ]
  return expression.and(all)
}

/** The times narrow what is read of the failures, as they do for the rows. */
function failedBy(failure: string, { from, to }: LogFilter): Expression<SqlBool> {
  const failed = sql`select request_id from log_failure where kind = ${failure}`
  const since = from ? sql` and created_at >= ${from}` : sql``
  const until = to ? sql` and created_at <= ${to}` : sql``
  return sql<boolean>`${sql.ref('log.request_id')} in (${failed}${since}${until})`
}

/** Rows of a type as the API has it; the number of channel tests, which the API does not have, finds them alone. */
export function ofType(expression: LogExpressions, type: number): Expression<SqlBool> {
  return type === logType.consumption
    ? expression('log.type', 'in', [logType.consumption, channelTestRow])
    : expression('log.type', '=', toRowId(type))
}
