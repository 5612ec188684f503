import { expect, test } from 'vitest'
import { drivenClock } from './driven-clock.ts'

test('what comes due on the way is called back in its order, before the way is over', () => {
  const clock = drivenClock()
  const startedMs = clock.now()
  const called: string[] = []
  clock.after(50_000, () => called.push('second'))
  clock.after(10_000, () => called.push('first'))
  clock.after(200_000, () => called.push('too late'))
  const callOff = clock.after(20_000, () => called.push('called off'))
  callOff()
  clock.advance(100_000)
  expect(called).toEqual(['first', 'second'])
  expect(clock.now() - startedMs).toBeGreaterThanOrEqual(100_000)
  clock.advance(100_000)
  expect(called).toEqual(['first', 'second', 'too late'])
})

test('what is repeated comes as often as its time has come, until it is called off', () => {
  const clock = drivenClock()
  let times = 0
  const callOff = clock.every(1_000_000, () => {
    times += 1
  })
  clock.advance(900_000)
  expect(times).toBe(0)
  clock.advance(3_200_000)
  expect(times).toBe(4)
  callOff()
  clock.advance(5_000_000)
  expect(times).toBe(4)
})

test('the clock goes on by itself', async () => {
  const clock = drivenClock()
  clock.advance(1000)
  await new Promise<void>((resolve) => clock.after(5, resolve))
})
