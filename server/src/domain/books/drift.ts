// Bills against our own count, day by day and model by model, and why they differ as far as our sums tell. Nothing is explained away: what no
// cause covers is called unexplained.
import type { DriftCause } from '@waystation/contract/money/books'
import type { BookDayRow } from '../../db/tables/tables.ts'
import type { BilledLine } from './book-store.ts'
import { modelKey } from './vendors/model-key.ts'

/** A day and model of a channel that has a bill for this day. Quota units. */
export interface ComparedDay {
  readonly channelId: number
  readonly day: number
  readonly key: string
  /** The name as it went upstream; else as the bill has it. Empty: the bill names no models. */
  readonly model: string
  readonly bill: number
  readonly cost: number
  readonly calls: number
  readonly cause: DriftCause
  /** Calls or attempts that the cause is about. */
  readonly concerned: number
}

/** What we counted and what was billed, before they are compared. */
interface Both {
  readonly channelId: number
  readonly day: number
  readonly key: string
  model: string
  bill: number
  slack: number
  billLines: number
  ours: Omit<BookDayRow, 'day' | 'channel_id' | 'model_name'>
}

const nothing: Both['ours'] = {
  ...{ calls: 0, quota: 0, cost: 0, unpriced: 0, unpriced_quota: 0, counted: 0, counted_cost: 0, cache_cost: 0, failed: 0 },
}

/** @param rows our sums of the days that have a bill */
export function compareDays(rows: readonly BookDayRow[], lines: readonly BilledLine[]): ComparedDay[] {
  const pairs = new Map<string, Both>()
  const nameless = daysWithoutModels(lines)
  const of = (channelId: number, day: number, model: string): Both => {
    const key = nameless.has(`${channelId} ${day}`) ? '' : modelKey(model)
    const place = `${channelId} ${day} ${key}`
    const known = pairs.get(place)
    if (known) return known
    const pair: Both = { channelId, day, key, model: key === '' ? '' : model, bill: 0, slack: 0, billLines: 0, ours: { ...nothing } }
    pairs.set(place, pair)
    return pair
  }
  for (const { channel_id, day, model_name, ...sums } of rows) addOurs(of(channel_id, day, model_name).ours, sums)
  for (const line of lines) {
    const pair = of(line.channelId, line.day, line.model)
    pair.bill += line.quota
    pair.slack += line.slack
    pair.billLines += 1
  }
  return [...pairs.values()].filter(({ ours, billLines }) => ours.calls !== 0 || ours.cost !== 0 || billLines > 0).map(compared)
}

/** Days of channels whose bill names no model at all: they are compared as a whole. */
function daysWithoutModels(lines: readonly BilledLine[]): ReadonlySet<string> {
  const named = new Set(lines.filter(({ model }) => model !== '').map(({ channelId, day }) => `${channelId} ${day}`))
  const all = lines.map(({ channelId, day }) => `${channelId} ${day}`)
  return new Set(all.filter((place) => !named.has(place)))
}

function addOurs(to: Both['ours'], sums: Both['ours']): void {
  for (const name of Object.keys(nothing) as (keyof Both['ours'])[]) to[name] += sums[name]
}

function compared({ channelId, day, key, model, ours, ...billed }: Both): ComparedDay {
  const { bill } = billed
  return { ...{ channelId, day, key, model, bill }, cost: ours.cost, calls: ours.calls, ...causeOf(ours, billed) }
}

/** A cut-off answer may have gone on at the vendor for this many times what came of it. */
const CUT_OFF_TIMES = 4
/** A failed attempt may have cost this many times what a call of the day cost on average. */
const ATTEMPT_TIMES = 2

/** The first cause that can account for all of the difference. Each says which calls it is about. */
function causeOf(
  ours: Both['ours'],
  { bill, slack, billLines }: Pick<Both, 'bill' | 'slack' | 'billLines'>,
): Pick<ComparedDay, 'cause' | 'concerned'> {
  const { calls, cost } = ours
  const drift = bill - cost
  if (calls === 0 && billLines > 0) return { cause: 'unlogged', concerned: 0 }
  // Each call's cost is a whole unit, half a unit off at most, and at least one; the bill's own rounding comes to that.
  if (Math.abs(drift) <= slack + calls) return { cause: 'rounding', concerned: calls }
  if (ours.unpriced > 0 && drift > 0) return { cause: 'unpriced', concerned: ours.unpriced }
  if (billLines === 0) return { cause: 'unbilled', concerned: calls }
  if (ours.counted > 0 && withinOf(drift, ours.counted_cost * CUT_OFF_TIMES, ours.counted_cost))
    return { cause: 'aborted', concerned: ours.counted }
  const perCall = cost / Math.max(1, calls - ours.unpriced)
  if (ours.failed > 0 && withinOf(drift, ours.failed * perCall * ATTEMPT_TIMES, 0)) return { cause: 'retried', concerned: ours.failed }
  // A write with a lifetime of an hour costs 1.6 times one of five minutes, and a hit a twelfth of it.
  if (ours.cache_cost > 0 && withinOf(drift, ours.cache_cost * 0.6, ours.cache_cost)) return { cause: 'cached', concerned: calls }
  return { cause: 'unexplained', concerned: calls }
}

const withinOf = (drift: number, most: number, least: number): boolean => drift <= most && -drift <= least
