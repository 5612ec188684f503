import { beforeEach, expect, test } from 'vitest'
import { joinedBuses } from '../../../testing/joined-buses.ts'
import { keyRing } from './key-ring.ts'

const START_MS = 1_800_000_000_000
let nowMs = START_MS
beforeEach(() => {
  nowMs = START_MS
})
const ring = () => keyRing(() => nowMs)
const channelOf = (...ids: readonly number[]) => ({ id: 1, keys: ids.map((id) => ({ id, secret: '' })) })
const one = channelOf(1)

test('when the time of a key is over, one call goes ahead, and the others after half a second', () => {
  const keys = ring()
  keys.cool(1, 'm', 20)
  nowMs += 19_999
  expect([keys.next(one, 'm'), keys.waitMs(one, 'm')]).toEqual([undefined, 1])
  nowMs += 1
  expect(keys.waitMs(one, 'm')).toBe(0)
  expect(keys.next(one, 'm')?.id).toBe(1)
  expect([keys.next(one, 'm'), keys.waitMs(one, 'm')]).toEqual([undefined, 500])
  expect(keys.next(one, 'another')?.id).toBe(1)
  nowMs += 500
  expect(keys.waitMs(one, 'm')).toBe(0)
  expect([keys.next(one, 'm')?.id, keys.next(one, 'm')?.id]).toEqual([1, 1])
})

test('they wait also where another key cools meanwhile', () => {
  const keys = ring()
  keys.cool(1, 'm', 20)
  nowMs += 20_000
  expect(keys.next(one, 'm')?.id).toBe(1)
  keys.cool(2, 'm', 5)
  expect(keys.next(one, 'm')).toBeUndefined()
})

test('they need not wait where the vendor answers sooner, and wait anew where it refuses again', () => {
  const keys = ring()
  keys.cool(1, 'm', 20)
  nowMs += 20_000
  keys.next(one, 'm')
  keys.answered(1, 'm')
  expect([keys.next(one, 'm')?.id, keys.next(one, 'm')?.id]).toEqual([1, 1])

  keys.cool(1, 'm', 20)
  nowMs += 20_000
  keys.next(one, 'm')
  keys.cool(1, 'm', 5)
  nowMs += 600
  expect([keys.next(one, 'm'), keys.waitMs(one, 'm')]).toEqual([undefined, 4400])
})

test('a key that cools for longer than it is left alone goes ahead by its own time too', () => {
  const keys = ring()
  keys.cool(1, 'm', 7200)
  nowMs += 3_600_000
  expect(keys.next(one, 'm')?.id).toBe(1)
  expect([keys.next(one, 'm'), keys.waitMs(one, 'm')]).toEqual([undefined, 500])
})

test('meanwhile the other keys are taken, and a conversation that prefers the key waits no longer than all', () => {
  const keys = ring()
  const two = channelOf(1, 2)
  keys.cool(1, 'm', 20)
  nowMs += 20_000
  expect(keys.next(two, 'm', undefined, 1)?.id).toBe(1)
  expect([keys.next(two, 'm', undefined, 1)?.id, keys.next(two, 'm')?.id]).toEqual([2, 2])
  nowMs += 500
  expect(keys.next(two, 'm', undefined, 1)?.id).toBe(1)
})

test('what the call that goes ahead is answered is told to the other nodes', () => {
  const [bus, other] = joinedBuses('here', 'there')
  const [here, there] = [keyRing(() => nowMs, bus), keyRing(() => nowMs, other)]
  here.cool(1, 'm', 20)
  nowMs += 20_000
  expect([here.next(one, 'm')?.id, there.next(one, 'm')?.id]).toEqual([1, 1])
  here.answered(1, 'm')
  expect(there.next(one, 'm')?.id).toBe(1)
})
