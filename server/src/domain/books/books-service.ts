// What the books say of a span: sums by day, channel and model, and how the vendors' bills differ from our own count.

import { AppError } from '@waystation/contract/errors'
import { type BookSums, type BooksOverview, type Drift, MAX_BOOK_DAYS, MAX_LISTED } from '@waystation/contract/money/books'
import type { Database } from '../../db/database.ts'
import { findChannelNames } from '../log/log-store.ts'
import { DAY_SECONDS } from './bill-values.ts'
import {
  type CallSums,
  type DaySpan,
  findBilledDays,
  findBillLines,
  sumBalances,
  sumByChannel,
  sumByDay,
  sumByModel,
  sumRevenue,
} from './book-store.ts'
import { type ComparedDay, compareDays } from './drift.ts'
import { modelKey } from './vendors/model-key.ts'
import { findWriteOffs } from './write-off-store.ts'

export interface BooksQuery {
  /** Unix seconds; days that are cut count whole. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface BooksService {
  /** @throws AppError usage_span_reversed, books_span_too_long */
  overview(query: BooksQuery): Promise<BooksOverview>
}

const DEFAULT_DAYS = 30

export function booksService({ database, now }: { database: Database; now: () => number }): BooksService {
  return {
    async overview(query) {
      const span = daysOf(query, Math.floor(now() / 1000))
      const before = { from: span.from - (span.to - span.from), to: span.from }
      const [days, channels, models, rows, lines, balances, revenueBefore, writeOffs] = await Promise.all([
        sumByDay(database, span),
        sumByChannel(database, span),
        sumByModel(database, span),
        findBilledDays(database, span),
        findBillLines(database, span),
        sumBalances(database),
        sumRevenue(database, before),
        findWriteOffs(database, span),
      ])
      const compared = compareDays(rows, lines)
      const ids = new Set([...channels.map(({ channelId }) => channelId), ...compared.map(({ channelId }) => channelId)])
      const names = await findChannelNames(database, [...ids])
      return {
        ...span,
        ...{ balances, revenue_before: revenueBefore },
        ...{ days: byDay(span, days, compared), channels: byChannel(channels, compared, names), models: byModel(models, compared) },
        ...channelCounts(channels, compared),
        ...driftsOf(compared, names),
        totals: totalOf(days, compared),
        write_offs: writeOffs,
      }
    },
  }
}

function daysOf({ from, to }: BooksQuery, now: number): DaySpan {
  const end = Math.ceil(Math.min(to ?? now + 1, now + DAY_SECONDS * MAX_BOOK_DAYS) / DAY_SECONDS) * DAY_SECONDS
  const begin = from === undefined ? end - DEFAULT_DAYS * DAY_SECONDS : Math.max(0, from - (from % DAY_SECONDS))
  if (begin >= end) throw new AppError('usage_span_reversed')
  if (end - begin > MAX_BOOK_DAYS * DAY_SECONDS) throw new AppError('books_span_too_long', { days: MAX_BOOK_DAYS })
  return { from: begin, to: end }
}

const noCalls: CallSums = { calls: 0, revenue: 0, cost: 0, unpriced: 0, unpriced_revenue: 0 }

/** The sums of calls with those of the bills of the same day, channel or model. */
function withBills({ calls, revenue, cost, unpriced, unpriced_revenue }: CallSums, compared: readonly ComparedDay[]): BookSums {
  const sums = { calls, revenue, cost, unpriced, unpriced_revenue }
  if (compared.length === 0) return { ...sums, bill: null, drift: null }
  const bill = compared.reduce((sum, one) => sum + one.bill, 0)
  return { ...sums, bill, drift: compared.reduce((sum, one) => sum + one.bill - one.cost, 0) }
}

function byDay({ from, to }: DaySpan, days: readonly (CallSums & { day: number })[], compared: readonly ComparedDay[]) {
  const known = new Map(days.map((sums) => [sums.day, sums]))
  const bills = grouped(compared, ({ day }) => day)
  return Array.from({ length: (to - from) / DAY_SECONDS }, (_, at) => {
    const day = from + at * DAY_SECONDS
    return { day, ...withBills(known.get(day) ?? noCalls, bills.get(day) ?? []) }
  })
}

function byChannel(
  channels: readonly (CallSums & { channelId: number })[],
  compared: readonly ComparedDay[],
  names: ReadonlyMap<number, string>,
) {
  const known = new Map(channels.map((sums) => [sums.channelId, sums]))
  const bills = grouped(compared, ({ channelId }) => channelId)
  const rows = [...new Set([...known.keys(), ...bills.keys()])].map((id) => ({
    channel_id: id,
    name: names.get(id) ?? '',
    ...withBills(known.get(id) ?? noCalls, bills.get(id) ?? []),
  }))
  return rows.filter(isUsed).sort(bySize)
}

/** Names that mean one model stand together, under the name that brought most. */
function byModel(models: readonly (CallSums & { model: string })[], compared: readonly ComparedDay[]) {
  const sums = grouped(models, ({ model }) => modelKey(model))
  const bills = grouped(compared, ({ key }) => key)
  const rows = [...new Set([...sums.keys(), ...bills.keys()])].map((key) => {
    const ours = (sums.get(key) ?? []).toSorted((a, b) => b.revenue - a.revenue)
    const billed = bills.get(key) ?? []
    return { model: ours[0]?.model ?? billed[0]?.model ?? '', ...withBills(ours.reduce(added, noCalls), billed) }
  })
  return rows.filter(isUsed).sort(bySize)
}

function totalOf(days: readonly CallSums[], compared: readonly ComparedDay[]): BookSums {
  return withBills(days.reduce(added, noCalls), compared)
}

function added(sum: CallSums, one: CallSums): CallSums {
  return {
    calls: sum.calls + one.calls,
    revenue: sum.revenue + one.revenue,
    cost: sum.cost + one.cost,
    unpriced: sum.unpriced + one.unpriced,
    unpriced_revenue: sum.unpriced_revenue + one.unpriced_revenue,
  }
}

function channelCounts(channels: readonly { channelId: number; calls: number }[], compared: readonly ComparedDay[]) {
  const billed = new Set(compared.map(({ channelId }) => channelId))
  return {
    channels_billed: billed.size,
    channels_unbilled: channels.filter(({ channelId, calls }) => calls !== 0 && !billed.has(channelId)).length,
  }
}

/** Days and models whose bill is not what we counted, the largest difference first. */
function driftsOf(compared: readonly ComparedDay[], names: ReadonlyMap<number, string>): { drifts: Drift[]; drifts_left_out: number } {
  const all = compared
    .filter(({ bill, cost }) => bill !== cost)
    .sort((a, b) => Math.abs(b.bill - b.cost) - Math.abs(a.bill - a.cost) || a.day - b.day || (a.key < b.key ? -1 : 1))
  const drifts = all.slice(0, MAX_LISTED).map(({ channelId, day, model, bill, cost, calls, cause, concerned }) => ({
    ...{ cause, day, channel_id: channelId, channel: names.get(channelId) ?? '', model },
    ...{ drift: bill - cost, bill, cost, calls, concerned },
  }))
  return { drifts, drifts_left_out: all.slice(MAX_LISTED).reduce((sum, { bill, cost }) => sum + bill - cost, 0) }
}

/** What has nothing left, when the only call in it was taken back, is no row. */
const isUsed = ({ calls, revenue, cost, bill }: BookSums): boolean => calls !== 0 || revenue !== 0 || cost !== 0 || bill !== null

const bySize = (a: BookSums, b: BookSums): number => b.revenue - a.revenue || (b.bill ?? 0) - (a.bill ?? 0) || b.calls - a.calls

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
