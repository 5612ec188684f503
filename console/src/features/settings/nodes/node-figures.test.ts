import type { ServerNode } from '@waystation/contract/site/node'
import { expect, test } from 'vitest'
import { ageOf, memoryText, newestSign, oddVersions } from './node-figures.ts'

const node = (version: string, state: ServerNode['state'] = 'running', seenAt = 100): ServerNode => ({
  ...{ id: 'a', name: 'a', state, is_this: false, version, started_at: 1, seen_at: seenAt },
  ...{ live_calls: 0, drains: 0, memory_bytes: 0, delay_ms: 0, is_connected: true },
})
const odd = (...nodes: readonly ServerNode[]) => [...oddVersions(nodes)]

test('a version is odd where no majority of the nodes at work has it', () => {
  expect(odd(node('1.0'))).toEqual([])
  expect(odd(node('1.0'), node('1.0'), node('1.1'))).toEqual(['1.1'])
  expect(odd(node('1.0', 'ending'), node('1.1'), node('1.1'))).toEqual(['1.0'])
  expect(odd(node('1.0'), node('1.1'))).toEqual(['1.0', '1.1'])
  expect(odd(node('1.1'), node(''), node('1.0', 'ended'), node('1.0', 'lost'))).toEqual([])
})

test.each([
  [0, { unit: 'now' }],
  [9, { unit: 'now' }],
  [59, { unit: 'seconds', count: 59 }],
  [119, { unit: 'minutes', count: 1 }],
  [7199, { unit: 'hours', count: 1 }],
  [172_800, { unit: 'days', count: 2 }],
])('%i seconds ago', (seconds, age) => {
  expect(ageOf(seconds)).toEqual(age)
})

test('ages count from the newest sign', () => {
  expect(newestSign([])).toBe(0)
  expect(newestSign([node('1', 'lost', 40), node('1', 'running', 90)])).toBe(90)
})

test('memory', () => {
  expect([213_909_504, 1_048_000_000, 1_610_612_736].map(memoryText)).toEqual(['204 MB', '999 MB', '1.5 GB'])
})
