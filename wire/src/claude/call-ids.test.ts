// security 1: ids that come again must not make the writing of a long conversation quadratic.
import { expect, test } from 'vitest'
import { CallIds } from './call-ids.ts'

test('thousands of calls of one id are named apart in linear time', () => {
  const ids = new CallIds()
  const names = new Set<string>()
  const startedMs = performance.now()
  for (let at = 0; at < 50_000; at++) names.add(ids.call('a'))
  // Quadratic, this takes minutes.
  expect(performance.now() - startedMs).toBeLessThan(5000)
  expect(names.size).toBe(50_000)
  expect([...names].slice(0, 3)).toEqual(['a', 'a_2', 'a_3'])
})

test('results that come in the opposite order find their calls in linear time', () => {
  const ids = new CallIds()
  for (let at = 0; at < 50_000; at++) ids.call(`c${at}`)
  const startedMs = performance.now()
  for (let at = 49_999; at >= 0; at--) expect(ids.result(`c${at}`) === `c${at}`).toBe(true)
  expect(performance.now() - startedMs).toBeLessThan(5000)
  expect(ids.hasUnanswered()).toBe(false)
  expect(ids.result('c1')).toBeUndefined()
})

test('calls of one id are answered in their order, and those of another vendor are listed as unanswered', () => {
  const ids = new CallIds()
  ids.call('x')
  ids.call('x')
  ids.ownCall('own')
  expect(ids.result('x')).toBe('x')
  expect(ids.hasUnanswered()).toBe(true)
  expect(ids.unanswered()).toEqual(['x_2'])
  expect(ids.hasUnanswered()).toBe(false)
  expect(ids.result('own')).toBeUndefined()
})
