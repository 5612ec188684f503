// security 1: ids that come again must not make the writing of a long conversation quadratic.
import { expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from '../../testing/growth.ts'
import { CallIds } from './call-ids.ts'

test('thousands of calls of one id are named apart in linear time', () => {
  let names = new Set<string>()
  const work = (count: number) => () => {
    const ids = new CallIds()
    names = new Set(Array.from({ length: count }, () => ids.call('a')))
    if (names.size < count) throw new Error('two calls have one name')
  }
  expect(growthOf(work, 500)).toBeLessThan(MOST_IN_LINE)
  expect([...names].slice(0, 3)).toEqual(['a', 'a_2', 'a_3'])
})

test('results that come in the opposite order find their calls in linear time', () => {
  let ids = new CallIds()
  const work = (count: number) => () => {
    ids = new CallIds()
    for (let at = 0; at < count; at++) ids.call(`c${at}`)
    for (let at = count - 1; at >= 0; at--) if (ids.result(`c${at}`) !== `c${at}`) throw new Error('a result found another call')
  }
  expect(growthOf(work, 500)).toBeLessThan(MOST_IN_LINE)
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
