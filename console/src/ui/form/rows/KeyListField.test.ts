import { splitKeys as split } from '@waystation/contract/channels/channel-key'
import { expect, test } from 'vitest'
import { joinKeys, maskedKey } from './key-list.ts'

const splitKeys = (text: string) => split(text, 'list')

test('keys come apart at commas and lines, each once', () => {
  expect(splitKeys(' a,b\r\n\nc，"a"\nBearer c、b；')).toEqual(['a', 'b', 'c'])
})

test('a list of one key is still a list, and none is nothing', () => {
  expect(joinKeys(['a', 'b'])).toBe('a\nb')
  expect(joinKeys(['a'])).toBe('a\n')
  expect(joinKeys([])).toBe('')
})

test('a masked key distinguishes keys and reveals none', () => {
  expect(maskedKey('sk-proj-0123456789abcdef')).toBe('sk-proj-…cdef')
  expect(maskedKey('short-key')).toBe('sh…')
})
