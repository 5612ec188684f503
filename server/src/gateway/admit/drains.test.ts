import { expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { silentBus } from '../../lib/shared/bus.ts'
import { joinedBuses } from '../../testing/joined-buses.ts'
import { drains } from './drains.ts'

test('drains are counted for each user by itself', () => {
  const open = drains(silentBus('test'), systemClock)
  open.start(1)
  open.start(1)
  open.start(2)
  expect([open.of(1), open.of(2), open.of(3)]).toEqual([2, 1, 0])
})

test('one that has ended counts no more, and ends once', () => {
  const open = drains(silentBus('test'), systemClock)
  const end = open.start(1)
  open.start(1)
  end()
  end()
  expect(open.of(1)).toBe(1)
})

test('those of a user at other nodes count too, until these are not heard of any more', () => {
  const [one, two] = joinedBuses('one', 'two')
  if (!one || !two) throw new Error('there are two')
  let nowMs = 0
  const clock = { now: () => nowMs, every: () => () => {} }
  const [here, there] = [drains(one, clock), drains(two, clock)]
  const end = there.start(7)
  there.start(7)
  here.start(7)
  expect([here.of(7), there.of(7), here.count]).toEqual([3, 3, 1])
  end()
  expect([here.of(7), there.of(7)]).toEqual([2, 2])
  nowMs += 61_000
  expect(here.of(7)).toBe(1)
})
