// What the ledger's hourly sums say. Spans begin and end with hours (usage-span.ts), but for that of `sumSpan`.
import type { UsageOrder, UsageSums } from '@waystation/contract/data'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isRowId } from '../like-pattern.ts'
import { findChannelNames } from '../log/log-store.ts'
import type { ModelStep, ModelTotal } from './usage-series.ts'
import { HOUR_SECONDS, hourOf, type Span } from './usage-span.ts'

/** Whose usage: of one user, through one channel, or, with neither, everybody's. */
export interface UsageScope {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
}

/** Every model that was used with its total, the largest first. */
export async function rankModels(database: Database, scope: UsageScope, asked: { span: Span; order: UsageOrder }): Promise<ModelTotal[]> {
  const rows = await sumsWithin(database, scope, 'usage_model_hour', asked.span)
    .select('model_name')
    .groupBy('model_name')
    .orderBy(sizes[asked.order], 'desc')
    .orderBy('model_name')
    .execute()
  return rows.map((row) => ({ model: row.model_name, ...read(row) })).filter(isUsed)
}

/** Sums by step of time and model, in no order; models that are not `shown` are summed up under null. */
export async function findSteps(
  database: Database,
  scope: UsageScope,
  asked: { span: Span; stepSeconds: number; shown: readonly string[] },
): Promise<ModelStep[]> {
  const { span, stepSeconds, shown } = asked
  if (shown.length === 0) return []
  const rows = await sumsWithin(database, scope, 'usage_model_hour', span)
    .select((expression) => [
      sql<number>`hour - ((hour - ${sql.lit(span.from)}) % ${sql.lit(stepSeconds)})`.as('step_start'),
      expression.case().when('model_name', 'in', shown).then(expression.ref('model_name')).end().as('shown_model'),
    ])
    // By these names: a database cannot know that two expressions with parameters are the same.
    .groupBy([sql.ref('step_start'), sql.ref('shown_model')])
    .execute()
  return rows.map((row) => ({ start: Number(row.step_start), model: row.shown_model, ...read(row) })).filter(isUsed)
}

/** What a model used in one hour. */
export interface ModelHour extends UsageSums {
  /** Start of the hour, unix seconds. */
  readonly hour: number
  readonly model: string
}

/** Sums by hour and model, oldest first. `limit` is for those who would rather refuse than read it all. */
export async function findModelHours(database: Database, scope: UsageScope, asked: { span: Span; limit: number }): Promise<ModelHour[]> {
  const rows = await sumsWithin(database, scope, 'usage_model_hour', asked.span)
    .select(['hour', 'model_name'])
    .groupBy(['hour', 'model_name'])
    .orderBy('hour')
    .orderBy('model_name')
    .limit(asked.limit)
    .execute()
  return rows.map((row) => ({ hour: Number(row.hour), model: row.model_name, ...read(row) })).filter(isUsed)
}

/** Sums of a span that may begin and end within an hour: such an hour counts for its share of the span, rounded. */
export async function sumSpan(database: Database, scope: UsageScope, span: Span): Promise<UsageSums> {
  const total = { quota: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 }
  for (const { from, to, share } of hoursOf(span)) {
    const sum = read(await sumsWithin(database, scope, 'usage_channel_hour', { from, to }).executeTakeFirstOrThrow())
    for (const key of ['quota', 'calls', 'prompt_tokens', 'completion_tokens'] as const) total[key] += Math.round(sum[key] * share)
  }
  return total
}

/** The whole hours of a span, and those that it cuts with the share that it has of them. */
function hoursOf({ from, to }: Span): (Span & { share: number })[] {
  const [first, last] = [hourOf(from), hourOf(to)]
  const share = (hour: number) => (Math.min(to, hour + HOUR_SECONDS) - Math.max(from, hour)) / HOUR_SECONDS
  const cut = (hour: number) => ({ from: hour, to: hour + HOUR_SECONDS, share: share(hour) })
  const begin = from === first ? first : first + HOUR_SECONDS
  return [
    ...(from === first ? [] : [cut(first)]),
    ...(begin < last ? [{ from: begin, to: last, share: 1 }] : []),
    ...(to === last || (last === first && from !== first) ? [] : [cut(last)]),
  ]
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
  const [table, key] = by === 'user' ? (['usage_user_hour', 'user_id'] as const) : (['usage_channel_hour', 'channel_id'] as const)
  const rows = await sumsWithin(database, {}, table, asked.span)
    .select(`${key} as id`)
    .groupBy(key)
    .orderBy(sizes[asked.order], 'desc')
    .orderBy(key)
    .limit(asked.limit)
    .execute()
  const ids = rows.map(({ id }) => Number(id))
  const names = by === 'user' ? await findUserNames(database, ids) : await findChannelNames(database, ids)
  return rows
    .map((row) => ({ id: Number(row.id), sums: read(row) }))
    .filter(({ sums }) => isUsed(sums))
    .map(({ id, sums: { quota, calls, prompt_tokens, completion_tokens } }) => ({
      id,
      name: names.get(id) ?? '',
      quota,
      calls,
      tokens: prompt_tokens + completion_tokens,
    }))
}

/** The id of the user of this name, also of a deleted one. */
export async function findUserId(database: Database, username: string): Promise<number | undefined> {
  const row = await database.read.selectFrom('user').select('id').where('username', '=', username).executeTakeFirst()
  return row && Number(row.id)
}

type DimensionTable = 'usage_model_hour' | 'usage_user_hour' | 'usage_channel_hour'

const sums = [
  sql<number | null>`sum(calls)`.as('calls'),
  sql<number | null>`sum(prompt_tokens)`.as('prompt_tokens'),
  sql<number | null>`sum(completion_tokens)`.as('completion_tokens'),
  sql<number | null>`sum(quota)`.as('quota'),
]

const sizes: Readonly<Record<UsageOrder, ReturnType<typeof sql<number>>>> = {
  quota: sql<number>`sum(quota)`,
  calls: sql<number>`sum(calls)`,
  tokens: sql<number>`sum(prompt_tokens) + sum(completion_tokens)`,
}

/** What an hour has left when the only call in it was taken back is nothing. */
const isUsed = ({ calls, quota }: UsageSums): boolean => calls !== 0 || quota !== 0

/** PostgreSQL gives sums as text, and a sum of nothing is null. */
const read = (row: Record<keyof UsageSums, number | string | null>): UsageSums => ({
  quota: Number(row.quota),
  calls: Number(row.calls),
  prompt_tokens: Number(row.prompt_tokens),
  completion_tokens: Number(row.completion_tokens),
})

/** Sums of hourly rows of a scope; where that is everybody, of the rows of a table that has far fewer. */
function sumsWithin(database: Database, scope: UsageScope, everybodys: DimensionTable, { from, to }: Span) {
  const { userId, channelId } = scope
  const table = userId === undefined && channelId === undefined ? everybodys : 'usage_hour'
  // Sound: callers select what is in the table that they name, and usage_hour has the columns of all of them.
  let query = database.read
    .selectFrom(table as 'usage_hour')
    .select(sums)
    .where('hour', '>=', from)
    .where('hour', '<', to)
  if (userId !== undefined) query = query.where('user_id', '=', inRange(userId))
  if (channelId !== undefined) query = query.where('channel_id', '=', inRange(channelId))
  return query
}

/** An id that no row has, in place of one that the database would refuse. */
const inRange = (id: number): number => (isRowId(id) ? id : -1)

async function findUserNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.read.selectFrom('user').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [Number(id), username]))
}
