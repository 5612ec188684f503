// Why a bill differs from our own count: each cause from the sums that show it, and none where nothing does.
import { expect, test } from 'vitest'
import type { BookDayRow } from '../../db/tables/tables.ts'
import { compareDays } from './drift.ts'

const DAY = 1_793_750_400
const none = { calls: 0, quota: 0, cost: 0, unpriced: 0, unpriced_quota: 0, counted: 0, counted_cost: 0, cache_cost: 0, failed: 0 }
const ours = (fields: Partial<BookDayRow>): BookDayRow => ({ day: DAY, channel_id: 1, model_name: 'gpt-5', ...none, ...fields })
const billed = (quota: number, fields: object = {}) => ({ channelId: 1, day: DAY, model: 'gpt-5', quota, slack: 0, ...fields })
const causeOf = (row: Partial<BookDayRow> | undefined, bill: ReturnType<typeof billed> | undefined) => {
  const [found] = compareDays(row ? [ours(row)] : [], bill ? [bill] : [])
  return [found?.cause, found?.concerned, (found?.bill ?? 0) - (found?.cost ?? 0)]
}

test.each([
  ['each call is rounded to a unit', { calls: 10, cost: 1000 }, billed(1010), ['rounding', 10, 10]],
  ['the bill is rounded to cents', { calls: 1, cost: 1000 }, billed(3400, { slack: 2500 }), ['rounding', 1, 2400]],
  ['cut-off answers went on', { calls: 10, cost: 1000, counted: 2, counted_cost: 200 }, billed(1700), ['aborted', 2, 700]],
  [
    'more than cut-off answers can have cost',
    { calls: 10, cost: 1000, counted: 2, counted_cost: 20 },
    billed(1700),
    ['unexplained', 10, 700],
  ],
  ['failed attempts were billed', { calls: 10, cost: 1000, failed: 3 }, billed(1500), ['retried', 3, 500]],
  ['cache writes lived longer', { calls: 10, cost: 10_000, cache_cost: 5000 }, billed(13_000), ['cached', 10, 3000]],
  ['the vendor read what we counted as written', { calls: 10, cost: 10_000, cache_cost: 5000 }, billed(6000), ['cached', 10, -4000]],
  ['calls without a list price', { calls: 10, cost: 1000, unpriced: 4 }, billed(5000), ['unpriced', 4, 4000]],
  ['calls that are on no bill', { calls: 10, cost: 1000 }, billed(7, { model: 'other' }), ['unbilled', 10, -1000]],
  ['nothing tells', { calls: 10, cost: 1000 }, billed(700), ['unexplained', 10, -300]],
])('%s', (_name, row, bill, expected) => {
  expect(causeOf(row, bill)).toEqual(expected)
})

test('what only the bill has is unlogged, under the name that the bill gives it', () => {
  expect(compareDays([], [billed(440, { model: 'Claude Haiku 4.5' })])).toMatchObject([
    { cause: 'unlogged', model: 'Claude Haiku 4.5', bill: 440, cost: 0 },
  ])
})

test('names of one model are compared together', () => {
  const rows = [ours({ model_name: 'gpt-5-2025-08-07', calls: 1, cost: 100 }), ours({ calls: 2, cost: 50 })]
  expect(compareDays(rows, [billed(150)])).toMatchObject([{ bill: 150, cost: 150, calls: 3, cause: 'rounding' }])
})

test('a bill that names no models is compared with the whole day of its channel', () => {
  const rows = [
    ours({ calls: 1, cost: 100 }),
    ours({ model_name: 'gpt-5-mini', calls: 2, cost: 50 }),
    ours({ channel_id: 2, calls: 1, cost: 9 }),
  ]
  const found = compareDays(rows, [billed(200, { model: '' })])
  expect(found).toMatchObject([
    { channelId: 1, model: '', bill: 200, cost: 150, calls: 3 },
    { channelId: 2, bill: 0, cost: 9 },
  ])
})
