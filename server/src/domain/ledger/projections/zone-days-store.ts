// Sums of whole days in the site's zone that are over, made from the quarters of an hour: a month is read from thousands of rows in place of half
// a million. Whoever changes a quarter of such a day removes the day, which is summed anew by the next run of the job.
import { sql } from 'kysely'
import type { DatabaseKind } from '../../../db/kind.ts'
import { locked } from '../../../db/locked.ts'
import { noteOnce } from '../../../db/meta.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'

const LOCK = 'usage_zone_days'
/** Quarters that end later than this before now belong to no day that may be summed. */
const LATE_SECONDS = 3600
/** A day is summed this long after its end: what changes its quarters from then on removes it. */
export const SETTLED_SECONDS = 2 * LATE_SECONDS
const LONGEST_DAY_SECONDS = 26 * 3600
const QUARTER_SECONDS = 900

const columns = ['zone', 'kind', 'day', 'name', 'calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const
const totals = (['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const).map((sum) =>
  sql<number>`coalesce(sum(${sql.ref(sum)}), 0)`.as(sum),
)

/** A channel's id as the name that its sums have. */
export const channelName = (kind: DatabaseKind) =>
  kind === 'mysql' ? sql<string>`cast(channel_id as char)` : sql<string>`cast(channel_id as text)`

/** Sums one day, unless it is summed. @param input `from`: its first second, unix; `to`: the first second after it */
export const sumDay = writeTask<{ zone: string; from: number; to: number }, null>('usage.sum-day', async (tx, { zone, from, to }) => {
  await lockDays(tx)
  const isSummed = await tx.db
    .selectFrom('usage_zone_day')
    .select('day')
    .where('zone', '=', zone)
    .where('kind', '=', 'all')
    .where('day', '=', from)
    .executeTakeFirst()
  if (isSummed) return null
  const key = (kind: string) => [sql<string>`${zone}`.as('zone'), sql.lit(kind).as('kind'), sql.lit(from).as('day')]
  const during = sql<boolean>`quarter >= ${from} and quarter < ${to}`
  const parts = [
    tx.db
      .selectFrom('usage_model_quarter')
      .where(during)
      .select([...key('model'), 'model_name as name', ...totals])
      .groupBy('model_name'),
    tx.db
      .selectFrom('usage_channel_quarter')
      .where(during)
      .select([...key('channel'), channelName(tx.kind).as('name'), ...totals])
      .groupBy(sql.ref('channel_id')),
    tx.db
      .selectFrom('usage_channel_quarter')
      .where(during)
      .select([...key('all'), sql.lit('').as('name'), ...totals]),
  ]
  for (const part of parts) await tx.db.insertInto('usage_zone_day').columns(columns).expression(part).execute()
  return null
})

/** Removes the days of all zones but one. */
export const removeOtherZones = writeTask<{ zone: string }, null>('usage.remove-other-zones', async (tx, { zone }) => {
  await lockDays(tx)
  await tx.db.deleteFrom('usage_zone_day').where('zone', '!=', zone).execute()
  return null
})

/**
 * Removes the days that quarters of long ago belong to, which are being changed in the same transaction.
 * @param quarters their first seconds, unix
 */
export async function forgetDaysOf(tx: WriteTx, quarters: readonly number[]): Promise<void> {
  const late = [...new Set(quarters)].filter((quarter) => quarter + QUARTER_SECONDS < Date.now() / 1000 - LATE_SECONDS)
  if (late.length === 0) return
  await lockDays(tx)
  for (const quarter of late)
    await tx.db
      .deleteFrom('usage_zone_day')
      .where('day', '>', quarter - LONGEST_DAY_SECONDS)
      .where('day', '<=', quarter)
      .execute()
}

/** One at a time sums days or changes a quarter of one: else a day could be summed without what is being added to it. */
async function lockDays(tx: WriteTx): Promise<void> {
  await noteOnce(tx, LOCK, '')
  await locked(tx, tx.db.selectFrom('meta').select('key').where('key', '=', LOCK)).execute()
}
