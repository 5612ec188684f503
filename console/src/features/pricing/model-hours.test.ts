import { expect, test } from 'vitest'
import { sliceTone } from '../../ui/feedback/HealthStrip.tsx'
import { hourSlice, shareTone, worstHour } from './model-hours.ts'

const colours = { good: 'green', slow: 'amber', failed: 'red', idle: undefined }

test.each([
  [1, 'green'],
  [0.98, 'green'],
  [0.979, 'amber'],
  [0.901, 'amber'],
  [0.9, 'red'],
  [0, 'red'],
])('a share of %d is %s, of a day and of an hour', (share, tone) => {
  expect([shareTone(share), colours[sliceTone(hourSlice(share))]]).toEqual([tone, tone])
})

test('an hour without calls is idle', () => {
  expect(sliceTone(hourSlice(null))).toBe('idle')
})

test('the worst hour is the latest with the lowest share', () => {
  expect(worstHour([null, 0.5, 1, 0.5, null, 0.9])).toBe(3)
  expect(worstHour([null, 1, null])).toBe(1)
  expect(worstHour([null, null])).toBe(-1)
  expect(worstHour([])).toBe(-1)
})
