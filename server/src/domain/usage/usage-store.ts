// What the ledger's hourly sums say. Spans are of whole hours: see usage-span.ts.
import type { UsageOrder, UsageSums } from '@waystation/contract/data'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isRowId } from '../like-pattern.ts'
import { findChannelNames } from '../log/log-store.ts'
import type { ModelSum } from './usage-series.ts'
import { HOUR_SECONDS, type Span } from './usage-span.ts'

/** Whose usage: of one user, through one channel, or, with neither, everybody's. */
export interface UsageScope {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
}

/** Sums by model and step of time, in no order. `limit` is for those who would rather refuse than read it all. */
export async function findModelSums(
  database: Database,
  scope: UsageScope,
  asked: { span: Span; stepSeconds: number; limit?: number },
): Promise<ModelSum[]> {
  const { span, stepSeconds } = asked
  // The same expression is named in the grouping; numbers are written out, since a database cannot know that two parameters are equal.
  const start = sql<number>`hour - ((hour - ${sql.lit(span.from)}) % ${sql.lit(stepSeconds)})`
  let query = database.read
    .selectFrom('usage_hour')
    .select([start.as('start'), 'model_name', ...sums])
    .where((expression) => within(expression, scope, span))
    .groupBy([start, 'model_name'])
  if (asked.limit !== undefined) query = query.limit(asked.limit)
  return (await query.execute()).map((row) => ({ start: Number(row.start), model: row.model_name, ...read(row) }))
}

/** Sums of a span that may begin and end within an hour: such an hour counts for its share of the span, rounded. */
export async function sumSpan(database: Database, scope: UsageScope, span: Span): Promise<UsageSums> {
  const first = span.from - (span.from % HOUR_SECONDS)
  const rows = await database.read
    .selectFrom('usage_hour')
    .select(['hour', ...sums])
    .where((expression) => within(expression, scope, { from: first, to: span.to }))
    .groupBy('hour')
    .execute()
  const total = { quota: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 }
  for (const row of rows) {
    const hour = Number(row.hour)
    const share = (Math.min(span.to, hour + HOUR_SECONDS) - Math.max(span.from, hour)) / HOUR_SECONDS
    const sum = read(row)
    for (const key of ['quota', 'calls', 'prompt_tokens', 'completion_tokens'] as const) total[key] += Math.round(sum[key] * share)
  }
  return total
}

export interface RankedSum {
  readonly id: number
  /** The present name; empty: there is nobody of this id any more. */
  readonly name: string
  readonly quota: number
  readonly calls: number
  readonly tokens: number
}

/** The users, or the channels, that used most in a span, everybody's usage taken together. */
export async function rankUsage(
  database: Database,
  by: 'user' | 'channel',
  asked: { span: Span; order: UsageOrder; limit: number },
): Promise<RankedSum[]> {
  const key = by === 'user' ? 'user_id' : 'channel_id'
  const rows = await database.read
    .selectFrom('usage_hour')
    .select([`${key} as id`, ...sums])
    .where((expression) => within(expression, {}, asked.span))
    .groupBy(key)
    .orderBy(sizes[asked.order], 'desc')
    .orderBy(key)
    .limit(asked.limit)
    .execute()
  const ids = rows.map(({ id }) => Number(id))
  const names = by === 'user' ? await findUserNames(database, ids) : await findChannelNames(database, ids)
  return rows.map((row) => {
    const { quota, calls, prompt_tokens, completion_tokens } = read(row)
    return { id: Number(row.id), name: names.get(Number(row.id)) ?? '', quota, calls, tokens: prompt_tokens + completion_tokens }
  })
}

/** The id of the user of this name, also of a deleted one. */
export async function findUserId(database: Database, username: string): Promise<number | undefined> {
  const row = await database.read.selectFrom('user').select('id').where('username', '=', username).executeTakeFirst()
  return row && Number(row.id)
}

const sums = [
  sql<number>`sum(calls)`.as('calls'),
  sql<number>`sum(prompt_tokens)`.as('prompt_tokens'),
  sql<number>`sum(completion_tokens)`.as('completion_tokens'),
  sql<number>`sum(quota)`.as('quota'),
]

const sizes: Readonly<Record<UsageOrder, ReturnType<typeof sql<number>>>> = {
  quota: sql<number>`sum(quota)`,
  calls: sql<number>`sum(calls)`,
  tokens: sql<number>`sum(prompt_tokens) + sum(completion_tokens)`,
}

/** PostgreSQL gives sums as text. */
const read = (row: Record<keyof UsageSums, number | string>): UsageSums => ({
  quota: Number(row.quota),
  calls: Number(row.calls),
  prompt_tokens: Number(row.prompt_tokens),
  completion_tokens: Number(row.completion_tokens),
})

function within(expression: ExpressionBuilder<Tables, 'usage_hour'>, { userId, channelId }: UsageScope, { from, to }: Span) {
  return expression.and([
    expression('hour', '>=', from),
    expression('hour', '<', to),
    ...(userId === undefined ? [] : [expression('user_id', '=', inRange(userId))]),
    ...(channelId === undefined ? [] : [expression('channel_id', '=', inRange(channelId))]),
  ])
}

/** An id that no row has, in place of one that the database would refuse. */
const inRange = (id: number): number => (isRowId(id) ? id : -1)

async function findUserNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.read.selectFrom('user').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [Number(id), username]))
}
