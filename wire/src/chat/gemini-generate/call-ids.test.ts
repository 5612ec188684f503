import { expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from '../../../testing/growth.ts'
import { CallHistory } from './call-ids.ts'

test('a result without an id answers the first open call of its name, one with an id the call that it names', () => {
  const history = new CallHistory()
  const first = history.call('read', undefined)
  history.call('read', 'given')
  history.call('write', undefined)
  const last = history.call('read', undefined)
  expect(history.result('read', 'given')).toBe('given')
  expect(history.result('read', undefined)).toBe(first)
  expect(history.result('read', undefined)).toBe(last)
  // No call is left for these.
  for (const name of ['read', 'none', undefined]) expect([first, last, 'given']).not.toContain(history.result(name, undefined))
})

test('thousands of results that answer no open call are read in linear time', () => {
  const work = (count: number) => () => {
    const history = new CallHistory()
    for (let at = 0; at < count; at++) history.call('read', `call ${at}`)
    for (let at = 0; at < count; at++) history.result('read', `other ${at}`)
    for (let at = 0; at < count; at++) history.result('write', undefined)
  }
  expect(growthOf(work, 500)).toBeLessThan(MOST_IN_LINE)
})
