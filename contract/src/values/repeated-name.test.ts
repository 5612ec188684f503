import { expect, test } from 'vitest'
import { repeatedName } from './repeated-name.ts'

test.each([
  ['{"a":1,"b":2,"a":3}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{ "x" : {"y":1, "z":[{"y":1},{"y":2,"y":3}]}}', 'y'],
  ['{"q\\"{":1,"q\\"{":2}', 'q"{'],
])('%s has a name twice', (json, name) => {
  expect(repeatedName(json)).toBe(name)
})

test.each(['{}', '[]', '"a:a"', '{"a":{"a":{"a":"a"}}}', '[{"a":1},{"a":2}]', '{"a":"b:{","b":":"}', '{"a":["a","a"],"A":1}'])(
  '%s has none',
  (json) => {
    expect(repeatedName(json)).toBeUndefined()
  },
)
