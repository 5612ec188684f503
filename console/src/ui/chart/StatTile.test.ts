import { expect, test } from 'vitest'
import { sparkPath } from './StatTile.tsx'

test('the largest value touches the top, zero the bottom, and the line fills the width', () => {
  expect(sparkPath([0, 5, 10])).toBe('M1.0 23.0L36.0 12.0L71.0 1.0')
})

test('the line ends where nothing is known yet', () => {
  expect(sparkPath([4, 4, null, null])).toBe('M1.0 1.0L71.0 1.0')
})

test.each([[[]], [[7]], [[0, 0, 0]], [[null, null]], [[3, null]]])('%j has no course', (values) => {
  expect(sparkPath(values)).toBe('')
})

test('more points than there is room for become averages', () => {
  const path = sparkPath(Array.from({ length: 168 }, (_, at) => (at < 160 ? 1 : 3)))
  expect(path.split('L')).toHaveLength(34)
  expect(path.endsWith('L71.0 1.0')).toBe(true)
})
