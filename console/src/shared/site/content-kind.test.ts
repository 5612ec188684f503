import { expect, test } from 'vitest'
import { contentOf } from './content-kind.ts'

test.each([
  ['  \n', { kind: 'none' }],
  [' https://example.net/home?x=1 ', { kind: 'address', url: 'https://example.net/home?x=1' }],
  ['http://example.net/', { kind: 'markdown', text: 'http://example.net/' }],
  ['https://example.net and more', { kind: 'markdown', text: 'https://example.net and more' }],
  ['javascript:alert(1)', { kind: 'markdown', text: 'javascript:alert(1)' }],
  ['<h1>Hello</h1>', { kind: 'html', text: '<h1>Hello</h1>' }],
  ['# Hello', { kind: 'markdown', text: '# Hello' }],
])('%j', (written, content) => {
  expect(contentOf(written)).toEqual(content)
})
