// Queries on how calls ended and how long they took, by quarter of an hour (ledger/projections/outcomes.ts).
import { latencyBuckets } from '@waystation/contract/calls/outcomes'
import { logType } from '@waystation/contract/site/status-table'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { toRowId } from '../like-pattern.ts'
import type { Span } from './usage-span.ts'
import { runsOf } from './usage-span.ts'
import { startIn } from './usage-store.ts'

/** Of user 0 are the sums of everybody. */
const EVERYBODY = 0

interface Steps {
  readonly span: Span
  readonly starts: readonly number[]
}

/** Calls that ended in one way in one step of time. */
export interface StepEnds {
  /** Start of the step, unix seconds. */
  readonly start: number
  /** Of the failure; empty: answered. */
  readonly kind: string
  readonly calls: number
}

/** How calls ended, in no order. @param userId whose; absent: everybody's */
export async function findEnds(database: Database, userId: number | undefined, { span, starts }: Steps): Promise<StepEnds[]> {
  const rows = await database.read
    .selectFrom('outcome_quarter')
    .select([startIn(runsOf(starts)).as('step_start'), 'kind', sql<number | string>`sum(calls)`.as('calls')])
    .where('user_id', '=', userId === undefined ? EVERYBODY : toRowId(userId))
    .where('quarter', '>=', span.from)
    .where('quarter', '<', span.to)
    .groupBy([sql.ref('step_start'), 'kind'])
    .execute()
  return rows.map((row) => ({ start: Number(row.step_start), kind: row.kind, calls: Number(row.calls) }))
}

/** Answered calls that took about as long, in one step of time. */
export interface StepTimes {
  readonly start: number
  /** As of `latencyMeasures`. */
  readonly measure: number
  readonly bucket: number
  readonly calls: number
}

/** How long everybody's answered calls took, in no order. */
export async function findTimes(database: Database, { span, starts }: Steps): Promise<StepTimes[]> {
  const rows = await database.read
    .selectFrom('latency_quarter')
    .select([startIn(runsOf(starts)).as('step_start'), 'measure'])
    .select(latencyBuckets.map((bucket) => sql<number | string>`sum(${sql.ref(`b${bucket}`)})`.as(`b${bucket}`)))
    .where('quarter', '>=', span.from)
    .where('quarter', '<', span.to)
    .groupBy([sql.ref('step_start'), 'measure'])
    .execute()
  return rows.flatMap(({ step_start, measure, ...parts }) =>
    Object.entries(parts).flatMap(([name, calls]) =>
      Number(calls) > 0 ? [{ start: Number(step_start), measure, bucket: Number(name.slice(1)), calls: Number(calls) }] : [],
    ),
  )
}

/** Failed calls of one model that ended in one way, in one step of time. */
export interface ModelFailures {
  /** Start of the step, unix seconds. */
  readonly start: number
  readonly model: string
  readonly kind: string
  /** Were they charged all the same, and so are in the sums of usage? */
  readonly isCharged: boolean
  readonly calls: number
}

/** Why calls failed, by model, as far as the log has their rows; in no order. */
export async function findModelFailures(database: Database, { span, starts }: Steps): Promise<ModelFailures[]> {
  const rows = await database.read
    .selectFrom('log_failure')
    .innerJoin('log', 'log.request_id', 'log_failure.request_id')
    .select(startIn(runsOf(starts), 'log_failure.created_at').as('step_start'))
    .select(['log.model_name', 'log.type', 'log_failure.kind', sql<number | string>`count(*)`.as('calls')])
    .where('log_failure.created_at', '>=', span.from)
    .groupBy([sql.ref('step_start'), 'log.model_name', 'log.type', 'log_failure.kind'])
    .execute()
  return rows.map(({ step_start, model_name, type, kind, calls }) => ({
    ...{ start: Number(step_start), model: model_name, kind, isCharged: Number(type) === logType.consumption, calls: Number(calls) },
  }))
}

/** Since when ends are counted, unix seconds, where a span begins before; else null. @param from where the span begins */
export async function outcomesSince(database: Database, from: number): Promise<number | null> {
  const row = await database.read.selectFrom('meta').select('value').where('key', '=', 'outcomes_since').executeTakeFirst()
  const since = Number(row?.value ?? 0)
  return from < since ? since : null
}
