import { expect, test } from 'vitest'
import { readChoice } from './choice.ts'

const usual = { databases: ['sqlite', 'postgres', 'mysql'], trouble: 'kill', isVerbose: false }

test('without words, the usual rounds and all outages', () => {
  expect(readChoice([])).toEqual({ ...usual, outages: {} })
})

test.each([
  ['--rounds 1000', { ...usual, rounds: 1000 }],
  ['--rounds 1000 --outages', { ...usual, rounds: 1000, outages: {} }],
  ['--database postgres --seed 7 --clients 3 --verbose', { ...usual, databases: ['postgres'], seed: 7, clients: 3, isVerbose: true }],
  ['--trouble kill-connections --database mysql', { ...usual, databases: ['mysql'], trouble: 'kill-connections' }],
  ['--rounds 0 --outage away --away-ms 30000', { ...usual, rounds: 0, outages: { outage: 'away', awayMs: 30_000 } }],
])('%s', (words, choice) => {
  expect(readChoice(words.split(' '))).toEqual(choice)
})

test.each([
  '--rounds 1e3',
  '--rounds -1',
  '--rounds many',
  '--database oracle',
  '--outage rain',
  '--trouble none',
  '--round 5',
  '--seed 0x7',
])('%s is refused', (words) => {
  expect(() => readChoice(words.split(' '))).toThrow(/\w/)
})
