// security 1: what is printed in pieces is what would be printed at one go.
import { expect, test } from 'vitest'
import { WorkQueue } from '../../lib/work-queue.ts'
import { ChunkedJsonPrinter } from './chunked-json-printer.ts'

const MEBIBYTE = 1024 * 1024

test.each([
  ['plain text', 'x'.repeat(9 * MEBIBYTE)],
  ['quotes, line ends and control characters', '"\n\\\u0000'.repeat(2 * MEBIBYTE)],
  ['characters of two halves, on every border', `y${'😀'.repeat(5 * MEBIBYTE)}`],
  ['halves of characters', '\ud83d'.repeat(5 * MEBIBYTE)],
])('%s', async (_words, text) => {
  const body = { model: 'm', messages: [{ role: 'user', content: text }, { [`name ${text.slice(0, 5)}`]: ['short', text, 1, null] }] }
  const large = new ChunkedJsonPrinter(new WorkQueue())
  const printed = await large.finished(large.print(body))
  expect(printed.equals(Buffer.from(JSON.stringify(body)))).toBe(true)
})

test('a text that looks like a placeholder is only a text', async () => {
  const body = { a: '"long text 00 0"', b: 'long text 0', c: 'z'.repeat(MEBIBYTE) }
  const large = new ChunkedJsonPrinter(new WorkQueue())
  expect((await large.finished(large.print(body))).toString()).toBe(JSON.stringify(body))
})
