import type { BookDayRow } from '../../../db/tables/tables.ts'
import type { LogDraft } from '../operation.ts'

const DAY_SECONDS = 86_400

type BookSums = Omit<BookDayRow, 'day' | 'channel_id' | 'model_name'>

const nothing: BookSums = {
  calls: 0,
  quota: 0,
  cost: 0,
  unpriced: 0,
  unpriced_quota: 0,
  counted: 0,
  counted_cost: 0,
  cache_cost: 0,
  failed: 0,
}

/** Sums charged calls of one time, unix seconds, by day, channel and the model upstream; a sign of -1 takes calls back. */
export function bookDeltas(charged: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): BookDayRow[] {
  const sums = new Sums(atSeconds)
  for (const { channelId, model, quota, vendor } of charged) {
    const row = sums.of(channelId, vendor?.model ?? model)
    row.calls += sign
    row.quota += sign * quota
    if (vendor?.cost === undefined) {
      row.unpriced += sign
      row.unpriced_quota += sign * quota
    } else {
      row.cost += sign * vendor.cost
      row.cache_cost += sign * (vendor.cacheCost ?? 0)
      if (vendor.isCounted) {
        row.counted += sign
        row.counted_cost += sign * vendor.cost
      }
    }
    addFailed(sums, vendor, sign)
  }
  return sums.rows()
}

/** The failed attempts of calls that were not charged. */
export function failureDeltas(uncharged: readonly LogDraft[], atSeconds: number): BookDayRow[] {
  const sums = new Sums(atSeconds)
  for (const { vendor } of uncharged) addFailed(sums, vendor, 1)
  return sums.rows()
}

function addFailed(sums: Sums, vendor: LogDraft['vendor'], sign: 1 | -1): void {
  for (const { channelId, model } of vendor?.failed ?? []) sums.of(channelId, model).failed += sign
}

/** Rows of one day, by channel and model. */
class Sums {
  readonly #day: number
  readonly #rows = new Map<string, BookDayRow>()

  constructor(atSeconds: number) {
    this.#day = atSeconds - (atSeconds % DAY_SECONDS)
  }

  of(channel_id: number, model_name: string): BookDayRow {
    const key = `${channel_id} ${model_name}`
    const known = this.#rows.get(key)
    if (known) return known
    const row = { day: this.#day, channel_id, model_name, ...nothing }
    this.#rows.set(key, row)
    return row
  }

  rows(): BookDayRow[] {
    return [...this.#rows.values()]
  }
}
