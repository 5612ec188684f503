import { beforeEach, expect, test } from 'vitest'
import { rateWindow } from '../../../lib/shared/rate-window.ts'
import { joinedBuses } from '../../../testing/joined-buses.ts'
import { keyRing } from '../keys/key-ring.ts'
import type { Availability } from './availability.ts'
import { ChannelLimits } from './channel-limits.ts'
import { availability } from './kept-availability.ts'

const channel = { id: 2, keys: [{ id: 21, secret: 'key-21' }], setting: {} }
let nowMs = 0
let here: Availability
let there: Availability

beforeEach(() => {
  nowMs = 1_000_000
  const [one, two] = joinedBuses('one', 'two').map((bus) =>
    availability({
      keys: keyRing(() => nowMs, bus),
      limits: new ChannelLimits(rateWindow(() => nowMs)),
      minFailures: () => 5,
      usualLongestMs: () => 2000,
      clock: { now: () => nowMs, after: () => () => {} },
      bus,
    }),
  )
  if (!one || !two) throw new Error('there are two')
  here = one
  there = two
})

const begin = (node: Availability) => node.begin({ channelId: 2, keyId: 21, model: 'm', isStream: false })
const failFive = (node: Availability) => {
  for (let n = 0; n < 5; n++) begin(node).failed('model')
}
const isUsable = (node: Availability) => node.look(channel, 'm').isUsable

test('what fails at one node is left alone by the other', () => {
  failFive(here)
  expect([isUsable(here), isUsable(there)]).toEqual([false, false])
  expect(there.restOf(channel, 'm')).toMatchObject({ reason: 'failing' })
})

test('while one node tries it, the other waits as if it had done so itself', () => {
  failFive(here)
  nowMs += 5000
  const probe = begin(there)
  expect([isUsable(here), isUsable(there)]).toEqual([false, false])
  probe.failed('model')
  nowMs += 9999
  expect(isUsable(here)).toBe(false)
  nowMs += 1
  expect(isUsable(here)).toBe(true)
})

test('what is well again at one node comes back by and by at the other', () => {
  failFive(here)
  nowMs += 5000
  for (let round = 0; round < 5; round++) begin(there).ended(false)
  expect(there.restOf(channel, 'm')).toBeUndefined()
  const uses = []
  while (isUsable(here) && uses.length < 100) uses.push(begin(here))
  expect(uses.length).toBe(16)
  for (const use of uses) use.ended(false)
  expect(here.restOf(channel, 'm')).toBeUndefined()
})

test('a key that cools for one node cools for the other, until a call with it is answered', () => {
  const [one, two] = joinedBuses('one', 'two').map((bus) => keyRing(() => nowMs, bus))
  if (!one || !two) throw new Error('there are two')
  one.cool(21, 'm', 600)
  expect(two.next(channel, 'm')).toBeUndefined()
  expect(two.next(channel, 'other')).toMatchObject({ id: 21 })
  nowMs += 60_000
  expect(two.next(channel, 'm')).toMatchObject({ id: 21 })
  two.answered(21, 'm')
  expect([one.coolingUntilMs(21), one.next(channel, 'm')]).toMatchObject([0, { id: 21 }])
})
