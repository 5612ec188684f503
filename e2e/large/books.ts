// What calls cost at their vendors by day, channel and model, and how long they took.
import { latencyBucket, latencyBuckets, latencyMeasures } from '@waystation/contract/calls/outcomes'
import { logType } from '@waystation/contract/site/status-table'
import type { Call } from './calls.ts'

type Row = Record<string, string | number>
const DAY = 86_400
const QUARTER = 900
/** One call in so many was cut off, so that its usage was counted here. */
const COUNTED = 97
/** Channels of which a bill has come. */
const BILLED = 3

interface Day {
  readonly day: number
  readonly channel: number
  readonly model: string
  calls: number
  quota: number
  cost: number
  isPriced: boolean
  counted: number
  countedCost: number
}

export class Books {
  readonly #days = new Map<string, Day>()
  readonly #times = new Map<string, { quarter: number; measure: number; counts: number[] }>()

  /** Counts a call. */
  add({ type, atMs, channel, model, quota, firstMs, tookMs, isStream, task }: Call, number: number): void {
    if (type !== logType.consumption || !channel) return
    const seconds = Math.floor(atMs / 1000)
    const day = seconds - (seconds % DAY)
    const key = `${day} ${channel.id} ${model}`
    const sums = this.#days.get(key) ?? { day, channel: channel.id, model, ...nothing, isPriced: channel.costShare !== undefined }
    this.#days.set(key, sums)
    const cost = Math.round(quota * (channel.costShare ?? 0))
    sums.calls += 1
    sums.quota += quota
    sums.cost += cost
    if (number % COUNTED === 0 && sums.isPriced) {
      sums.counted += 1
      sums.countedCost += cost
    }
    if (task) return
    const quarter = seconds - (seconds % QUARTER)
    if (isStream) this.#time(quarter, latencyMeasures.first, firstMs)
    this.#time(quarter, latencyMeasures.total, tookMs)
  }

  #time(quarter: number, measure: number, ms: number): void {
    const key = `${quarter} ${measure}`
    const times = this.#times.get(key) ?? { quarter, measure, counts: latencyBuckets.map(() => 0) }
    this.#times.set(key, times)
    const bucket = latencyBucket(ms)
    times.counts[bucket] = (times.counts[bucket] ?? 0) + 1
  }

  /** What each channel sold, by its id, in quota units. */
  sold(): [id: number, quota: number][] {
    const sums = new Map<number, number>()
    for (const { channel, quota } of this.#days.values()) sums.set(channel, (sums.get(channel) ?? 0) + quota)
    return [...sums]
  }

  /** The rows of the books, of times, and of the bills that have come. @param now unix seconds */
  rows(now: number): Record<'book_day' | 'latency_quarter' | 'vendor_bill' | 'vendor_bill_line', Row[]> {
    const days = [...this.#days.values()].sort((a, b) => a.day - b.day || a.channel - b.channel || (a.model < b.model ? -1 : 1))
    const book_day = days.map(({ day, channel, model, calls, quota, cost, isPriced, counted, countedCost }) => ({
      ...{ day, channel_id: channel, model_name: model, calls, quota, cost, counted, counted_cost: countedCost },
      ...{ unpriced: isPriced ? 0 : calls, unpriced_quota: isPriced ? 0 : quota, cache_cost: Math.round(cost / 8), failed: 0 },
    }))
    const latency_quarter = [...this.#times.values()].map(({ quarter, measure, counts }) => ({
      ...Object.fromEntries(counts.map((calls, bucket) => [`b${bucket}`, calls])),
      ...{ quarter, measure },
    }))
    return { book_day, latency_quarter, ...bills(days, now) }
  }
}

const nothing = { calls: 0, quota: 0, cost: 0, counted: 0, countedCost: 0 }

/** Bills of the channels that sold most: most days agree to the rounding, and some have what our own count has not. */
function bills(days: readonly Day[], now: number): { vendor_bill: Row[]; vendor_bill_line: Row[] } {
  const sold = new Map<number, number>()
  for (const { channel, cost, isPriced } of days) if (isPriced) sold.set(channel, (sold.get(channel) ?? 0) + cost)
  const channels = [...sold].sort(([, a], [, b]) => b - a).slice(0, BILLED)
  const vendor_bill = channels.map(([channel_id], at) => ({
    ...{ id: at + 1, channel_id, form: 'general', file_name: `invoice-${channel_id}.csv`, user_id: 1, created_at: now - 3600 },
  }))
  const vendor_bill_line = vendor_bill.flatMap(({ id, channel_id }) =>
    days
      .filter(({ channel, day }) => channel === channel_id && day < now - 2 * DAY)
      .map(({ day, model, cost }, at) => {
        const quota = cost + (at % 19 === 0 ? Math.round(cost * 0.03) : at % 3)
        return { channel_id, day, model_name: model, bill_id: id, micros: quota * 2, quota, slack: 0, tokens: 0 }
      }),
  )
  return { vendor_bill, vendor_bill_line }
}
