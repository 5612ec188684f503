import { expect, test } from 'vitest'
import { matches, searchWord } from './match.ts'

test.each([
  ['', true],
  ['usage', true],
  ['LOGS usage', true],
  ['日志', true],
  ['logs wallet', false],
])('%j fits: %s', (query, fits) => {
  expect(matches(query, ['Usage logs', '使用日志', '/app/logs/api-usage'])).toBe(fits)
})

test('a number may be written with a hash', () => {
  expect(searchWord(' #27 ')).toBe('27')
  expect(searchWord('#tag')).toBe('#tag')
  expect(searchWord('   ')).toBe('')
})
