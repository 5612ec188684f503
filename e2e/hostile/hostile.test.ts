// security 1, in small: `npm run hostile` is the whole of it, with the limits that count on a quiet machine.
import { expect, test } from 'vitest'
import { runHostile } from './hostile.ts'

test('a server under hostile bodies stays well, and gives its memory back', { timeout: 300_000 }, async () => {
  const report = await runHostile({ count: 60, honest: 3 })
  expect(report.livezFailures).toBe(0)
  expect(report.livezAsked).toBeGreaterThan(10)
  expect(report.wronglyServed).toEqual([])
  // Work without a pause, in CPU time, since other tests share the machine; the aim is 250 ms.
  expect(report.longestWorkMs).toBeLessThan(500)
  expect(report.memoryMb.end - report.memoryMb.start).toBeLessThan(100)
  expect(report.statuses).not.toHaveProperty('500')
  expect(report.honestAlone).toBe(200)
  expect(report.honestTogether[200]).toBeGreaterThan(0)
})
