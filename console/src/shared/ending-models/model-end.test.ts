import { expect, test } from 'vitest'
import { endState } from './model-end.ts'

test.each([
  ['2026-11-30', '2026-11-30T23:59:59Z', 'soon'],
  ['2026-11-30', '2026-12-01T00:00:00Z', 'ended'],
  ['2026-11-30', '2026-09-02T00:00:00Z', 'soon'],
  ['2026-11-30', '2026-09-01T23:59:59Z', 'later'],
])('a last day of %s, seen at %s: %s', (on, now, state) => expect(endState(on, Date.parse(now))).toBe(state))
