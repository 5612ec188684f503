import { expect, test } from 'vitest'
import { channelHours, isBrokenEnd } from './channel-hours.ts'
import { isCallersFault } from './status-class.ts'

const MINUTE = 60_000
const START = 1_800_000_000_000 - (1_800_000_000_000 % (60 * MINUTE))

function clock() {
  let at = START
  const hours = channelHours({ now: () => at })
  const note = (more: Partial<Parameters<typeof hours.note>[0]> = {}) =>
    hours.note({ channelId: 1, isFailed: false, firstMs: 500, totalMs: 900, ...more })
  return { hours, note, pass: (minutes: number) => (at += minutes * MINUTE), now: () => at }
}

test('an hour is the sum of its minutes, and leaves when it is over', () => {
  const { hours, note, pass } = clock()
  note()
  note({ isFailed: true, firstMs: null })
  pass(3)
  note({ firstMs: 3000 })
  expect(hours.slices(1, 20).slice(-2)).toEqual([
    [2, 1, 0],
    [1, 0, 1],
  ])
  expect(hours.hour(1)).toMatchObject({ calls: 3, failed: 1, slow: 1 })
  pass(57)
  expect(hours.hour(1)).toMatchObject({ calls: 1, failed: 0, slow: 1 })
  pass(3)
  expect(hours.hour(1)).toMatchObject({ calls: 0, failed: 0, slow: 0, first_p95_ms: null })
  note()
  expect(hours.slices(1, 60).at(-1)).toEqual([1, 0, 0])
})

test('slow is what the log paints: a stream that begins after 3 s, a whole answer after 101 s; a failure is not slow too', () => {
  const { hours, note } = clock()
  note({ firstMs: 2999, totalMs: 500_000 })
  note({ firstMs: null, totalMs: 100_999 })
  expect(hours.hour(1).slow).toBe(0)
  note({ firstMs: null, totalMs: 101_000 })
  note({ firstMs: 9000, isFailed: true })
  expect(hours.hour(1)).toMatchObject({ calls: 4, failed: 1, slow: 1 })
})

test('the 95th percentile of first tokens is within 5 %', () => {
  const { hours, note, pass } = clock()
  for (let ms = 20; ms <= 2000; ms += 20) note({ firstMs: ms })
  const p95 = hours.hour(1).first_p95_ms ?? 0
  expect(Math.abs(p95 / 1900 - 1)).toBeLessThan(0.06)
  pass(65)
  note({ firstMs: 100 })
  expect(Math.abs((hours.hour(1).first_p95_ms ?? 0) / 100 - 1)).toBeLessThan(0.06)
})

test('attempts of the past find their minute, and never one that was used again', () => {
  const { hours, now } = clock()
  const past = { channelId: 2, isFailed: true, firstMs: null, totalMs: 5 }
  hours.note(past, now() - 10 * MINUTE)
  expect(hours.slices(2, 60).at(-11)).toEqual([1, 1, 0])
  hours.note({ ...past, isFailed: false })
  hours.note(past, now() - 60 * MINUTE)
  expect(hours.hour(2)).toMatchObject({ calls: 2, failed: 1 })
})

test('the memory holds ten thousand channels and forgets the one that was idle longest', () => {
  const { hours, note, pass } = clock()
  note({ channelId: 1 })
  note({ channelId: 2 })
  pass(1)
  note({ channelId: 1 })
  for (let id = 3; id <= 10_001; id += 1) note({ channelId: id })
  expect(hours.hour(2).calls).toBe(0)
  expect(hours.hour(1).calls).toBe(2)
  expect(hours.hour(10_001).calls).toBe(1)
})

test('the time before the start is known only after the log was read', () => {
  const { hours, pass } = clock()
  expect(hours.hour(1).since).toBe(START / 1000)
  hours.known(START / 1000 - 600)
  expect(hours.hour(1).since).toBe(START / 1000 - 600)
  pass(100)
  expect(hours.hour(1).since).toBe(START / 1000 + 40 * 60)
})

test('faults of callers are not those of channels', () => {
  expect([400, 404, 413, 422].every(isCallersFault)).toBe(true)
  expect([401, 403, 429, 500, 502].some(isCallersFault)).toBe(false)
  expect((['done', 'client_gone', 'client_stalled', 'quota_cut', 'gateway_shutdown'] as const).some(isBrokenEnd)).toBe(false)
  expect((['upstream_truncated', 'upstream_timeout', 'upstream_error'] as const).every(isBrokenEnd)).toBe(true)
})
