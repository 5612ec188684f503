import { expect, test } from 'vitest'
import { isDismissed, readDismissed, withDismissed } from './dismissed-record.ts'

test('an announcement is dismissed in the words that it had then', () => {
  const closed = withDismissed({ 3: 1 }, { id: 7, revision: 2 })
  expect(closed).toEqual({ 3: 1, 7: 2 })
  expect([1, 2, 3].map((revision) => isDismissed(closed, { id: 7, revision }))).toEqual([false, true, false])
  expect(isDismissed(undefined, { id: 7, revision: 2 })).toBe(false)
})

test('the oldest are forgotten', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at + 1, 1]))
  const closed = withDismissed(many, { id: 300, revision: 1 })
  expect(Object.keys(closed)).toHaveLength(200)
  expect([closed[1], closed[2], closed[300]]).toEqual([undefined, 1, 1])
})

test('what another program stored under the same name counts as far as it fits', () => {
  expect([readDismissed(null), readDismissed([1]), readDismissed('x')]).toEqual([undefined, undefined, undefined])
  expect(readDismissed({ 3: 1, 4: 'x' })).toEqual({ 3: 1 })
})
