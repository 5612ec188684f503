import { expect, test } from 'vitest'
import { foldsOf } from './skip-folds.ts'

const skipped = (channel_id: number, reason: 'failing' | 'disabled') => ({ channel_id, skipped: reason })

test('skipped channels are folded by their reason, in the order of the row; others are left out', () => {
  const folds = foldsOf([skipped(1, 'failing'), skipped(2, 'disabled'), { channel_id: 3 }, skipped(4, 'failing')])
  expect(folds.map(({ reason, count, named }) => [reason, count, named.map(({ channel_id }) => channel_id)])).toEqual([
    ['failing', 2, [1, 4]],
    ['disabled', 1, [2]],
  ])
})

test('those that the row does not name are counted, also where none of a reason is named', () => {
  const folds = foldsOf([skipped(1, 'failing')], { failing: 40, not_in_group: 500 })
  expect(folds.map(({ reason, count, named }) => [reason, count, named.length])).toEqual([
    ['failing', 40, 1],
    ['not_in_group', 500, 0],
  ])
})
