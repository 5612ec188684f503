import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { readFlags } from './flags.ts'

const options = { from: { type: 'string' }, dry: { type: 'boolean' } } as const
const read = (args: string[]) => readFlags(() => parseArgs({ args, options, allowPositionals: true, tokens: true }))

test('flags and words are read in any order, with or without an equals sign', () => {
  expect(read(['a', '--from=x=y', '--dry', 'b'])).toMatchObject({ values: { from: 'x=y', dry: true }, positionals: ['a', 'b'] })
  expect(read(['--from', 'x'])).toMatchObject({ values: { from: 'x' }, positionals: [] })
  expect(read([])).toMatchObject({ values: {}, positionals: [] })
})

test.each([[['--nobody']], [['--from']], [['--from', '--dry']], [['--dry=1']], [['--dry', '--dry']], [['--from=a', '--from=b']]])(
  '%s is misuse',
  (words) => expect(read(words)).toBeUndefined(),
)

test('another error than of the words is not taken for misuse', () => {
  const fail = () => {
    throw new Error('no memory')
  }
  expect(() => readFlags(fail)).toThrow('no memory')
})
