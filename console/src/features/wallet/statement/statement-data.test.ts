import { quota } from '@waystation/contract/money/quota'
import { expect, test } from 'vitest'
import { monthAfter, monthIn, pageSums } from './statement-data.ts'

const entry = { ref: 'epay:1', kind: 'epay', at: 1, method: 'zfb', note: '', actor: '' }
const none = { entries: 0, in: quota(0), out: quota(0) }

test('the sum of a page is made of its lines, and not of what the ledger has of a cause', () => {
  const sums = pageSums({
    opening: quota(100),
    causes: [
      {
        ...{ cause: 'top_up', entries: 3, in: quota(999), out: quota(0) },
        listed: [{ ...entry, in: quota(50), out: quota(0) }],
        unlisted: { entries: 2, in: quota(7), out: quota(0) },
      },
      { cause: 'refund', entries: 1, in: quota(0), out: quota(20), listed: [{ ...entry, in: quota(0), out: quota(20) }], unlisted: none },
      { cause: 'call', entries: 9, in: quota(5), out: quota(40), listed: [], unlisted: none },
    ],
    calls: {
      models: [
        { model: 'a', calls: 2, quota: quota(30) },
        { model: 'b', calls: 1, quota: quota(9) },
      ],
      corrected: quota(5),
      elsewhere: quota(-4),
    },
  })
  expect(sums).toEqual({ in: 50 + 7 + 5, out: 20 + 30 + 9 + 5 - 4, closing: 100 + 62 - 60 })
})

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('%s and %i months is %s', (month, by, expected) => expect(monthAfter(month, by)).toBe(expected))

test.each(['', '2026', '2026-13', '26-01', '2026-1', 'x', undefined])('%s is no month', (text) => expect(monthIn(text)).toBeUndefined())
