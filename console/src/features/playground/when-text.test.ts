import { expect, test } from 'vitest'
import { whenText } from './when-text.ts'

const words = { now: 'now', yesterday: 'Yesterday' }
const now = new Date(2026, 2, 1, 0, 30).getTime()
const at = (...parts: [number, number, number, number, number]) => whenText(new Date(...parts).getTime(), now, 'en', words)

test('the shortest words for how long ago it was', () => {
  expect(whenText(now - 59_000, now, 'en', words)).toBe('now')
  expect(at(2026, 2, 1, 0, 5)).toBe('00:05')
  expect(at(2026, 1, 28, 23, 59)).toBe('Yesterday')
  expect(at(2026, 1, 27, 12, 0)).toBe('2/27')
  expect(at(2025, 11, 31, 12, 0)).toBe('12/31/2025')
})
