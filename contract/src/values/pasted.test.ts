import { expect, test } from 'vitest'
import { cleanExact, cleanKey, cleanName } from './pasted.ts'

test.each([
  [' sk-one\r\n', 'sk-one'],
  ['\ufeffsk-\u200bone\u2060', 'sk-one'],
  ['\u00a0\u3000a b\u2028', 'a b'],
  ['co\u00adde', 'code'],
  ['\u202ea\u202c\u200e', 'a'],
  ['\u200b', ''],
])('%j is exactly %j', (pasted, meant) => {
  expect(cleanExact(pasted)).toBe(meant)
})

test.each([
  ['Bearer sk-two', 'sk-two'],
  ['bearer  sk-two\n', 'sk-two'],
  ['Authorization: Bearer sk-two', 'sk-two'],
  ['x-api-key: sk-two', 'sk-two'],
  ['"sk-two"', 'sk-two'],
  ["'Bearer sk-two'", 'sk-two'],
  ['Bearer “sk-two”', 'sk-two'],
  ['`sk-two`', 'sk-two'],
  ['Bearer', ''],
  ['bearertoken', 'bearertoken'],
  ['sk-"two', 'sk-"two'],
  ['{"type":"service_account"}', '{"type":"service_account"}'],
])('the key %j is %j', (pasted, meant) => {
  expect(cleanKey(pasted)).toBe(meant)
})

test.each([
  [' Lin \u200b', 'Lin'],
  ['👩‍🚀 ❤️', '👩‍🚀 ❤️'],
  ['می‌خواهم', 'می‌خواهم'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['\u200d\ufe0f ', ''],
  ['a\u202eb', 'ab'],
])('the name %j is %j', (pasted, meant) => {
  expect(cleanName(pasted)).toBe(meant)
})
