import { expect, test } from 'vitest'
import { compareModels, familiesOf, matchesOf, namesIn } from './model-names.ts'

test.each([
  ['gpt-4o', undefined],
  ['', undefined],
  ['gpt-4o,', ['gpt-4o']],
  ['gpt-4o ', ['gpt-4o']],
  ['a,b，c d\ne', ['a', 'b', 'c', 'd', 'e']],
  [', ,', []],
])('%j holds the names %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test('the match that is meant comes first: the same, then what begins with it, then what holds it', () => {
  const names = ['chatgpt-4o-latest', 'gpt-4o-mini', 'gpt-4o', 'o3']
  expect(matchesOf('gpt-4o', names)).toEqual(['gpt-4o', 'gpt-4o-mini', 'chatgpt-4o-latest'])
  expect(matchesOf('GPT-4O-', names)).toEqual(['gpt-4o-mini', 'chatgpt-4o-latest'])
  expect(matchesOf(' ', names)).toEqual(names)
  expect(matchesOf('claude', names)).toEqual([])
})

test('what the upstream offers beside what was saved', () => {
  expect([...compareModels(['a', 'b', 'c'], ['b', 'x'])]).toEqual([
    ['a', 'new'],
    ['c', 'new'],
    ['x', 'gone'],
  ])
  // Of a new channel, or without a list, nothing is new.
  expect([compareModels(['a'], []).size, compareModels([], ['a']).size]).toEqual([0, 0])
})

test('models stand by their maker: the largest family first, then by name, and those of nobody last', () => {
  const makers: Record<string, string> = { a1: 'A', b1: 'B', b2: 'B', c1: 'C' }
  expect(familiesOf(['x', 'c1', 'y', 'z', 'b2', 'a1', 'b1'], (name) => makers[name] ?? '')).toEqual([
    { maker: 'B', names: ['b2', 'b1'] },
    { maker: 'A', names: ['a1'] },
    { maker: 'C', names: ['c1'] },
    { maker: '', names: ['x', 'y', 'z'] },
  ])
  expect(familiesOf([], () => '')).toEqual([])
})
