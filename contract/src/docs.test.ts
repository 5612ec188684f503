import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printedPages } from './docs.ts'
import { options } from './options/registry.ts'

test.each(Object.entries(printedPages()))('docs/%s is what the tables say; else run `npx node tools/print-docs.ts`', (name, text) => {
  expect(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(text)
})

test('every option has a row of its own, with as many cells as the head', () => {
  const rows = printedPages()
    ['options.md']!.split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(options.length)
  expect(rows.filter((line) => line.split(/(?<!\\)\|/).length !== 7)).toEqual([])
})
