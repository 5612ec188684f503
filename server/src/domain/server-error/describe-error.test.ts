// What is kept of an error, and what is not.
import { expect, test } from 'vitest'
import { cleanMessage, describeError } from './describe-error.ts'

const thrown = (make: () => unknown): Error => {
  try {
    make()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
const described = (err: unknown, facts: object = {}, words = 'a console call failed') => describeError({ facts: { err, ...facts }, words })

test.each([
  ['Duplicate entry \'ann@example.org\' for key "user_email"', 'Duplicate entry …'],
  ['the user said "it\'s a "nested" secret" and left', 'the user said … and left'],
  ["can't read on", 'can…'],
  ['sent with Bearer sk-ant-api03-abcdefgh12345678', 'sent with Bearer [redacted]'],
  ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED [address]'],
  ['no mail for ann.lee@example.org today', 'no mail for … today'],
  ['ENOENT: no such file, open /home/ann/data/master.key', 'ENOENT: no such file, open …/master.key'],
  [`unknown ${'x'.repeat(60)} was given`, 'unknown … was given'],
  ['first line\nsecond line with what was sent', 'first line'],
])('of %j is kept %j', (message, kept) => {
  expect(cleanMessage(message)).toBe(kept)
})

test('what a parser quotes is left out, and what the engine says of the program is kept', () => {
  expect(described(thrown(() => JSON.parse('my secret prompt'))).message).toBe('Unexpected token … is not valid JSON')
  expect(described(new TypeError("Cannot read properties of null (reading 'prompt')")).message).toBe(
    "Cannot read properties of null (reading 'prompt')",
  )
  expect(described(new TypeError("Invalid value 'the garden gate'")).message).toBe('Invalid value …')
})

test('one mistake is one kind, whatever its message says; another place, class or code is another', () => {
  const fail = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })
  const first = described(fail('row 17 is gone'))
  expect(described(fail('row 18 is gone'))).toMatchObject({ id: first.id, message: 'row 18 is gone' })
  const others = [
    described(fail('row 17 is gone', 'SQLITE_BUSY')),
    described(fail('row 17 is gone'), {}, 'a page could not be served'),
    described(fail('row 17 is gone'), { job: 'poll-tasks' }),
    described(thrown(() => JSON.parse('x'))),
    describeError({ facts: { id: '01J' }, words: 'a settlement found no hold' }),
  ]
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(6)
  expect(others[2]?.place).toBe('a console call failed (poll-tasks)')
})

test('the stack names functions and files of the program, no folder of the machine, and the error behind it', () => {
  const cause = Object.assign(new Error('the socket closed while sending "hello"'), { code: 'ECONNRESET' })
  const { stack } = described(new Error('no answer', { cause }))
  const lines = stack.split('\n')
  expect(lines.length).toBeLessThanOrEqual(12)
  expect(lines[0]).toMatch(/\(?server\/src\/domain\/server-error\/describe-error\.test\.ts:\d+:\d+\)?$/)
  expect(lines).toContain('Caused by Error ECONNRESET: the socket closed while sending …')
  expect(stack).not.toContain(import.meta.dirname)
  expect(lines.filter((line) => line.includes('/home/') || line.includes('file:'))).toEqual([])
})

test('whatever is thrown can be kept', () => {
  expect(described('only words')).toMatchObject({ place: 'a console call failed', name: '', message: '', stack: '' })
  const odd = Object.defineProperties(new Error(), { name: { value: 7 }, message: { value: undefined }, stack: { value: undefined } })
  expect(described(odd)).toMatchObject({ name: '7', stack: '' })
})
