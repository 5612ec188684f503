// Queries on the ledger's sums by quarter of an hour. Ranges begin and end with quarters (usage-span.ts), except that of `sumSpan`.
import type { UsageOrder, UsageSums } from '@waystation/contract/calls/data'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type PartsQuery, quartersWithin, type UsageScope, usageParts } from './usage-parts-store.ts'
import type { ModelStep, ModelTotal } from './usage-series.ts'
import { type Run, runsOf, type Span, sharesOf } from './usage-span.ts'

/** Every model that was used with its total, the largest first. */
export async function rankModels(database: Database, scope: UsageScope, query: PartsQuery & { order: UsageOrder }): Promise<ModelTotal[]> {
  const rows = await (await usageParts(database, 'model', scope, query))
    .select([...sums, 'name'])
    .groupBy('name')
    .orderBy(sizes[query.order], 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ model: row.name, ...read(row) })).filter(isUsed)
}

/**
 * Sums by step of time and model, in no order; models that are not `shown` are summed up under null.
 * @param query `zone`: only where each step begins and ends with a day of it, the first and the last excepted
 */
export async function findSteps(
  database: Database,
  scope: UsageScope,
  query: PartsQuery & { starts: readonly number[]; shown: readonly string[] },
): Promise<ModelStep[]> {
  const { starts, shown } = query
  if (shown.length === 0) return []
  const rows = await (await usageParts(database, 'model', scope, query))
    .select((expression) => [
      ...sums,
      startIn(runsOf(starts)).as('step_start'),
      expression.case().when('name', 'in', shown).then(expression.ref('name')).end().as('shown_model'),
    ])
    // By these names: a database cannot know that two expressions with parameters are the same.
    .groupBy([sql.ref('step_start'), sql.ref('shown_model')])
    .execute()
  return rows.map((row) => ({ start: Number(row.step_start), model: row.shown_model, ...read(row) })).filter(isUsed)
}

/** Sums by step of time, of all models together. */
export async function sumSteps(
  database: Database,
  scope: UsageScope,
  { span, starts }: { span: Span; starts: readonly number[] },
): Promise<(UsageSums & { readonly start: number })[]> {
  const rows = await sumsWithin(database, scope, 'usage_channel_quarter', span)
    .select(startIn(runsOf(starts)).as('step_start'))
    .groupBy(sql.ref('step_start'))
    .execute()
  return rows.map((row) => ({ start: Number(row.step_start), ...read(row) }))
}

/** Calls of one model in one step of time that are in the sums of usage. */
export interface ModelCalls {
  /** Start of the step, unix seconds. */
  readonly start: number
  readonly model: string
  readonly calls: number
}

/** How often each model was called in each step of time, in no order. */
export async function findModelCalls(
  database: Database,
  { span, starts }: { span: Span; starts: readonly number[] },
): Promise<ModelCalls[]> {
  const rows = await quartersWithin(database, {}, 'usage_model_quarter', span)
    .select([startIn(runsOf(starts)).as('step_start'), 'model_name', sql<number | string>`sum(calls)`.as('calls')])
    .groupBy([sql.ref('step_start'), 'model_name'])
    .execute()
  return rows.map(({ step_start, model_name, calls }) => ({ start: Number(step_start), model: model_name, calls: Number(calls) }))
}

/** The start of the step that a row is in. @param column when the row was, unix seconds */
export function startIn([run, next, ...rest]: readonly Run[], column = 'quarter'): RawBuilder<number> {
  const at = sql.ref<number>(column)
  if (!run) return sql`${at}`
  const start = sql<number>`${at} - ((${at} - ${sql.lit(run.from)}) % ${sql.lit(run.stepSeconds)})`
  return next ? sql`case when ${at} < ${sql.lit(next.from)} then ${start} else ${startIn([next, ...rest], column)} end` : start
}

/** What a model used in one hour of UTC. */
export interface ModelHour extends UsageSums {
  /** Start of the hour, unix seconds. */
  readonly hour: number
  readonly model: string
}

/** Sums by hour and model, oldest first. `limit` is for callers that refuse rather than read all of it. */
export async function findModelHours(database: Database, scope: UsageScope, query: { span: Span; limit: number }): Promise<ModelHour[]> {
  const rows = await sumsWithin(database, scope, 'usage_model_quarter', query.span)
    .select([sql<number>`quarter - (quarter % 3600)`.as('hour'), 'model_name'])
    .groupBy([sql.ref('hour'), 'model_name'])
    .orderBy(sql.ref('hour'))
    .orderBy('model_name')
    .limit(query.limit)
    .execute()
  return rows.map((row) => ({ hour: Number(row.hour), model: row.model_name, ...read(row) })).filter(isUsed)
}

/** Sums of a span that may begin and end within a quarter: such a quarter counts for its share of the span, rounded. */
export async function sumSpan(database: Database, scope: UsageScope, span: Span): Promise<UsageSums> {
  const total = { quota: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 }
  for (const { from, to, share } of sharesOf(span)) {
    const sum = read(await sumsWithin(database, scope, 'usage_channel_quarter', { from, to }).executeTakeFirstOrThrow())
    for (const key of ['quota', 'calls', 'prompt_tokens', 'completion_tokens'] as const) total[key] += Math.round(sum[key] * share)
  }
  return total
}

/** Until when the usage of a span was summed by whole hours of UTC, unix seconds; null: it never was. @param from where the span begins */
export async function hoursUntil(database: Database, from: number): Promise<number | null> {
  const row = await database.read.selectFrom('meta').select('value').where('key', '=', 'usage_quarters_since').executeTakeFirst()
  const since = Number(row?.value ?? 0)
  return from < since ? since : null
}

export const sums = [
  sql<number | null>`sum(calls)`.as('calls'),
  sql<number | null>`sum(prompt_tokens)`.as('prompt_tokens'),
  sql<number | null>`sum(completion_tokens)`.as('completion_tokens'),
  sql<number | null>`sum(quota)`.as('quota'),
]

export const sizes: Readonly<Record<UsageOrder, ReturnType<typeof sql<number>>>> = {
  quota: sql<number>`sum(quota)`,
  calls: sql<number>`sum(calls)`,
  tokens: sql<number>`sum(prompt_tokens) + sum(completion_tokens)`,
}

/** What a quarter has left when the only call in it was taken back is nothing. */
export const isUsed = ({ calls, quota }: UsageSums): boolean => calls !== 0 || quota !== 0

export type SumRow = Record<keyof UsageSums, number | string | null>

/** PostgreSQL gives sums as text, and a sum of nothing is null. */
export const read = (row: SumRow): UsageSums => ({
  quota: Number(row.quota),
  calls: Number(row.calls),
  prompt_tokens: Number(row.prompt_tokens),
  completion_tokens: Number(row.completion_tokens),
})

/** Sums of rows of a scope. */
export const sumsWithin = (...within: Parameters<typeof quartersWithin>) => quartersWithin(...within).select(sums)
