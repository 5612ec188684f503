import { beforeEach, expect, test } from 'vitest'
import { rateWindow } from '../../../lib/shared/rate-window.ts'
import { keyRing } from '../keys/key-ring.ts'
import type { Availability } from './availability.ts'
import type { Blame } from './blame.ts'
import { ChannelLimits } from './channel-limits.ts'
import { availability } from './kept-availability.ts'

const channel = { id: 1, keys: [11, 12].map((id) => ({ id, secret: `key-${id}` })), setting: {} }
const single = { id: 2, keys: [{ id: 21, secret: 'key-21' }], setting: {} }
let nowMs = 0
let minFailures = 5
let later: (() => void) | undefined
const clock = {
  now: () => nowMs,
  after(_ms: number, callback: () => void) {
    later = callback
    return () => {
      later = undefined
    }
  },
}
let known: Availability

beforeEach(() => {
  nowMs = 1_000_000
  minFailures = 5
  known = availability({
    keys: keyRing(() => nowMs),
    limits: new ChannelLimits(rateWindow(() => nowMs)),
    minFailures: () => minFailures,
    usualLongestMs: () => 2000,
    clock,
  })
})

const begin = (at = single, model = 'm', isStream = false) =>
  known.begin({ channelId: at.id, keyId: known.nextKey(at, model)?.id ?? 0, model, isStream })
const fail = (times: number, blame: Blame, at = single, model = 'm') => {
  for (let n = 0; n < times; n++) begin(at, model).failed(blame)
}
const succeed = (times: number, at = single, model = 'm') => {
  for (let n = 0; n < times; n++) begin(at, model).ended(false)
}
const state = (at = single, model = 'm') => {
  const verdict = known.look(at, model)
  return verdict.isUsable ? 'usable' : verdict.reason
}

test('what fails again and again is left alone, and one call at a time tries it', () => {
  fail(4, 'model')
  expect(state()).toBe('usable')
  fail(1, 'model')
  expect(known.look(single, 'm')).toEqual({ isUsable: false, reason: 'failing', waitMs: 5000 })
  nowMs += 5000
  expect(state()).toBe('usable')
  const probe = begin()
  expect(state()).toBe('failing')
  probe.failed('model')
  nowMs += 9999
  expect(state()).toBe('failing')
  nowMs += 1
  expect(state()).toBe('usable')
})

test('it comes back by and by: each trial that goes well lets twice as many through', () => {
  fail(5, 'model')
  nowMs += 5000
  let atOnce = 1
  for (let round = 0; round < 5; round++) {
    const uses = []
    while (state() === 'usable' && uses.length < 100) uses.push(begin())
    expect(uses.length).toBe(atOnce)
    for (const use of uses) use.ended(false)
    atOnce = 2 ** (uses.length + Math.log2(atOnce))
    if (atOnce >= 32) break
  }
  const many = Array.from({ length: 100 }, () => begin())
  expect(state()).toBe('usable')
  for (const use of many) use.ended(false)
})

test('a stream that goes on for some seconds has passed its trial', () => {
  fail(5, 'model')
  nowMs += 5000
  const stream = begin(single, 'm', true)
  stream.answered()
  expect(state()).toBe('failing')
  nowMs += 3000
  later?.()
  const [one, other] = [begin(), begin()]
  expect(state()).toBe('failing')
  stream.ended(true)
  one.ended(false)
  other.ended(false)
  expect(state()).toBe('usable')
})

test('a stream that dies before has not', () => {
  fail(5, 'model')
  nowMs += 5000
  const stream = begin(single, 'm', true)
  stream.answered()
  stream.ended(true)
  expect(later).toBeUndefined()
  expect(state()).toBe('failing')
})

test('a stream that stands still passes no trial until more of it comes', () => {
  fail(5, 'model')
  nowMs += 5000
  const stream = begin(single, 'm', true)
  let produced = 1
  stream.watch(() => produced)
  stream.answered()
  for (let n = 0; n < 3; n++) {
    later?.()
    expect(state()).toBe('failing')
  }
  produced = 2
  later?.()
  expect(state()).toBe('usable')
  stream.ended(false)
})

test('a failure while it is tried ends the trial', () => {
  fail(5, 'model')
  nowMs += 5000
  succeed(1)
  const [one, other] = [begin(), begin()]
  one.failed('model')
  other.ended(false)
  expect(state()).toBe('failing')
})

test('a trial whose client leaves says nothing, and the next call tries it', () => {
  fail(5, 'model')
  nowMs += 5000
  begin().failed('none')
  expect(state()).toBe('usable')
})

test('a trial that fails over something else is used up', () => {
  fail(5, 'model')
  nowMs += 5000
  begin().failed('channel')
  expect(state()).toBe('failing')
  nowMs += 9999
  expect(state()).toBe('failing')
  nowMs += 1
  expect(state()).toBe('usable')
})

test('what fails every third time stays in use; the callers’ faults and leaving never count', () => {
  for (let n = 0; n < 300; n++) {
    fail(1, 'model')
    succeed(2)
    nowMs += 100
  }
  expect(state()).toBe('usable')
  fail(100, 'request')
  fail(100, 'none')
  expect(state()).toBe('usable')
})

test('eight in a row are enough, however much went well before', () => {
  succeed(1)
  fail(1, 'model')
  succeed(1000)
  fail(7, 'model')
  expect(state()).toBe('usable')
  fail(1, 'model')
  expect(state()).toBe('failing')
})

test('failures of more than a minute ago are forgotten', () => {
  fail(4, 'model')
  nowMs += 61_000
  fail(4, 'model')
  expect(state()).toBe('usable')
})

test.each<[Blame, Record<string, string>]>([
  ['channel', { same: 'failing', otherModel: 'failing' }],
  ['model', { same: 'failing', otherModel: 'usable' }],
  ['key', { same: 'failing', otherModel: 'failing' }],
  ['key-model', { same: 'failing', otherModel: 'usable' }],
])('a failure of the %s leaves alone what it is about', (blame, expected) => {
  fail(5, blame)
  expect({ same: state(), otherModel: state(single, 'other') }).toEqual(expected)
})

test('a dead key is passed over, and the other ones serve', () => {
  for (let n = 0; n < 5; n++) known.begin({ channelId: 1, keyId: 11, model: 'm', isStream: false }).failed('key')
  expect(state(channel)).toBe('usable')
  expect(Array.from({ length: 4 }, () => known.nextKey(channel, 'm')?.id)).toEqual([12, 12, 12, 12])
  nowMs += 5000
  expect(new Set(Array.from({ length: 4 }, () => known.nextKey(channel, 'm')?.id))).toEqual(new Set([11, 12]))
})

test('with all channels out one call at a time may try before its time, once a second', () => {
  fail(5, 'model')
  nowMs += 1000
  expect(known.force(single, 'm')).toBe(true)
  expect(known.isTried(single, 'm')).toBe(false)
  const probe = begin()
  expect([known.force(single, 'm'), known.isTried(single, 'm')]).toEqual([false, true])
  probe.failed('model')
  expect(known.isTried(single, 'm')).toBe(false)
  nowMs += 900
  expect(known.force(single, 'm')).toBe(false)
  nowMs += 100
  expect(known.force(single, 'm')).toBe(true)
})

test('a channel where three have waited for half a minute, and nobody got an answer, is silent', () => {
  const waiting = Array.from({ length: 3 }, () => begin())
  nowMs += 29_999
  expect(state()).toBe('usable')
  nowMs += 1
  expect(state()).toBe('usable')
  const probe = begin()
  expect(known.look(single, 'm')).toEqual({ isUsable: false, reason: 'silent', waitMs: 30_000 })
  nowMs += 30_000
  expect(state()).toBe('usable')
  waiting[0]?.answered()
  nowMs += 1000
  for (let n = 0; n < 5; n++) begin()
  expect(state()).toBe('usable')
  probe.failed('none')
})

test('calls that are stuck are no load, so that a channel that fell silent is tried and comes back', () => {
  const stuck = Array.from({ length: 10 }, () => begin())
  nowMs += 20_000
  const late = begin()
  expect(known.loadOf(2, 'm', false).underWay).toBe(11)
  nowMs += 10_000
  expect(known.loadOf(2, 'm', false).underWay).toBe(1)
  const probe = begin()
  probe.answered()
  expect([state(), known.loadOf(2, 'm', false).underWay]).toEqual(['usable', 2])
  for (const use of [...stuck, late, probe]) use.failed('none')
  expect(known.loadOf(2, 'm', false).underWay).toBe(0)
})

test('nothing is left alone where that is switched off', () => {
  minFailures = 0
  fail(100, 'channel')
  expect(state()).toBe('usable')
})

test('the load is what is under way, and how long answers take to begin', () => {
  const uses = Array.from({ length: 5 }, () => begin(single, 'm', true))
  nowMs += 200
  for (const use of uses) use.answered()
  expect(known.loadOf(2, 'm', true)).toEqual({ underWay: 5, meanMs: 200 })
  for (const use of uses) {
    use.ended(false)
    use.failed('none')
  }
  expect(known.loadOf(2, 'm', true)).toEqual({ underWay: 0, meanMs: 200 })
  expect(known.loadOf(2, 'm', false)).toEqual({ underWay: 0, meanMs: undefined })
})

test('a slow channel that is tried after a pause and is quick again counts as quick after two tries', () => {
  const take = (ms: number, times: number) => {
    for (let n = 0; n < times; n++) {
      const use = begin(single, 'm', true)
      nowMs += ms
      use.answered()
      use.ended(false)
    }
  }
  const meanMs = () => known.loadOf(2, 'm', true).meanMs ?? 0
  take(4000, 5)
  take(400, 1)
  expect(meanMs()).toBeCloseTo(3280)
  nowMs += 10_000
  take(400, 1)
  nowMs += 10_000
  take(400, 1)
  expect(meanMs()).toBeLessThan(4 * 400)
})
