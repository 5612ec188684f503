import { expect, test } from 'vitest'
import { previewText } from './preview-text.ts'

test.each([
  ['markdown', '## Night prices\nFrom **March 20**, _all_ calls cost `0.8`.', 'Night prices From March 20, all calls cost 0.8.'],
  ['markdown', '- one\n- [two](https://example.com "t")\n1. ![three](a.png)\n> four', 'one two three four'],
  ['markdown', '| a | b |\n|---|--:|\n| 1 | snake_case_name |', 'a b 1 snake_case_name'],
  ['markdown', '```js\nlet x = 1\n```\n---\n2 * 3 * 4 <b>bold</b>', 'let x = 1 2 * 3 * 4 bold'],
  ['html', '<style>p{color:red}</style><p>Hello&nbsp;&amp; <b>welcome</b></p><script>alert(1)</script>', 'Hello & welcome'],
  ['html', '<!-- note --><img src=x onerror=alert(1)>1 < 2', '1 < 2'],
  ['plain', 'as **it** is\n<b>here</b>', 'as **it** is <b>here</b>'],
] as const)('a %s message is shown in one line without its markup: %j', (format, content, shown) => {
  expect(previewText(content, format)).toBe(shown)
})

test('a preview has at most a hundred characters; a longer one is cut at 97', () => {
  expect(previewText('字'.repeat(100), 'plain')).toBe('字'.repeat(100))
  expect(previewText('😀'.repeat(101), 'plain')).toBe(`${'😀'.repeat(97)}…`)
})
