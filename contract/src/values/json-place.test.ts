import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPlace } from './json-place.ts'

test.each([
  ['{"a":1,}', 1, 8],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['[1, 2', 1, 6],
  ['', 1, 1],
  ['{"a":}', 1, 6],
  ['{a:1}', 1, 2],
  ['{"a":1}}', 1, 8],
  ['["one\ntwo"]', 1, 6],
  ['[01]', 1, 2],
  ['{"a" 1}', 1, 6],
  ["{'a': 1}", 1, 2],
  ['["\\x"]', 1, 3],
])('%j is wrong at line %i, column %i', (text, line, column) => {
  expect(jsonPlace(text)).toEqual({ line, column })
})

test('every text that JSON.parse takes has no such place', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(jsonPlace(JSON.stringify(value, null, indent))).toBeUndefined()
    }),
  )
})

test('every text that JSON.parse refuses has one: JSON in which one character was changed', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('"', '{', '}', ',', ':', '0', '\\', 'e', '-', '.', '\n', ''),
      (value, at, other) => {
        const whole = JSON.stringify(value)
        const text = whole.slice(0, at % whole.length) + other + whole.slice((at % whole.length) + 1)
        expect(jsonPlace(text) === undefined).toBe(isJson(text))
      },
    ),
    { numRuns: 2000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
