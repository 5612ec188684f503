// Reads the sums of whole days of a zone, which the ledger keeps beside those of quarters (ledger/projections/zone-days-store.ts).
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { channelName } from '../ledger/projections/zone-days-store.ts'
import { toRowId } from '../like-pattern.ts'
import type { Span } from './usage-span.ts'

/** Days of one zone within a span that are summed, each from midnight to midnight, oldest first. */
export async function findSummedDays(database: Database, zone: string, { from, to }: Span): Promise<Span[]> {
  const rows = await database.read
    .selectFrom('usage_zone_day')
    .select('day')
    .where('zone', '=', zone)
    .where('kind', '=', 'all')
    .where('day', '>=', from)
    .where('day', '<', to)
    .orderBy('day')
    .execute()
  const days = rows.map(({ day }) => ({ from: Number(day), to: startOfDay(dayOf(Number(day) * 1000, zone) + 1, zone) / 1000 }))
  return days.filter((day) => day.to <= to)
}

/** Are days of another zone summed? */
export async function hasOtherZones(database: Database, zone: string): Promise<boolean> {
  const row = await database.read.selectFrom('usage_zone_day').select('zone').where('zone', '!=', zone).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The oldest quarter of an hour in which anything was used, unix seconds. */
export async function findFirstQuarter(database: Database): Promise<number | undefined> {
  const row = await database.read.selectFrom('usage_channel_quarter').select('quarter').orderBy('quarter').limit(1).executeTakeFirst()
  return row && Number(row.quarter)
}

/** Whose usage: of one user, through one channel, or, with neither, everybody's. */
export interface UsageScope {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
}

export interface PartsQuery {
  /** Whole quarters. */
  readonly span: Span
  /** The zone whose days may stand for their quarters; absent: none. */
  readonly zone?: string | undefined
}

const sums = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const

/**
 * What was used within a span, as rows of `quarter` (the start of a quarter or of a day), `name` (of a model, or a channel's id) and sums.
 * Everybody's are those of whole days where there are such, and of quarters before, between and after them.
 */
export async function usageParts(database: Database, kind: 'model' | 'channel', scope: UsageScope, { span, zone }: PartsQuery) {
  const isEverybodys = scope.userId === undefined && scope.channelId === undefined
  const days = isEverybodys && zone !== undefined ? await findSummedDays(database, zone, span) : []
  const { runs, gaps } = runsAndGaps(days, span)
  const ofDays = ({ from, to }: Span) =>
    database.read
      .selectFrom('usage_zone_day')
      .select([sql<number>`day`.as('quarter'), 'name', ...sums])
      .where('zone', '=', zone ?? '')
      .where('kind', '=', kind)
      .where('day', '>=', from)
      .where('day', '<', to)
  const ofQuarters = (gap: Span) => quartersOf(database, kind, scope, gap)
  const [first = ofQuarters(span), ...others] = [...runs.map(ofDays), ...gaps.map(ofQuarters)]
  return database.read.selectFrom(others.reduce((all, part) => all.unionAll(part), first).as('part'))
}

function quartersOf(database: Database, kind: 'model' | 'channel', scope: UsageScope, span: Span) {
  const everybodys = kind === 'model' ? 'usage_model_quarter' : 'usage_channel_quarter'
  const name = kind === 'model' ? sql<string>`model_name` : channelName(database.kind)
  return quartersWithin(database, scope, everybodys, span).select(['quarter', name.as('name'), ...sums])
}

/** Rows of a scope; where that is everybody, those of a table that has far fewer. Callers select only columns of the table that they name. */
export function quartersWithin(
  database: Database,
  { userId, channelId }: UsageScope,
  everybodys: 'usage_quarter' | 'usage_model_quarter' | 'usage_channel_quarter',
  { from, to }: Span,
) {
  const table = userId === undefined && channelId === undefined ? everybodys : 'usage_quarter'
  // Sound: usage_quarter has the columns of all of them.
  let query = database.read
    .selectFrom(table as 'usage_quarter')
    .where('quarter', '>=', from)
    .where('quarter', '<', to)
  if (userId !== undefined) query = query.where('user_id', '=', toRowId(userId))
  if (channelId !== undefined) query = query.where('channel_id', '=', toRowId(channelId))
  return query
}

/** Days that follow each other as one, and what of the span lies before, between and after them. @param days oldest first */
function runsAndGaps(days: readonly Span[], span: Span): { runs: Span[]; gaps: Span[] } {
  const runs: Span[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.to === day.from) runs[runs.length - 1] = { from: last.from, to: day.to }
    else runs.push(day)
  }
  const edges = [span.from, ...runs.flatMap(({ from, to }) => [from, to]), span.to]
  const gaps = edges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: edges[at + 1] ?? from }] : [])).filter(({ from, to }) => from < to)
  return { runs, gaps }
}
