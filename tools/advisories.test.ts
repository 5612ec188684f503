// Every row of docs/advisories.md names a test that exists, or what is not built yet.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './processes.ts'

const ROWS = 49

interface Row {
  readonly number: number
  readonly where: string
  readonly fault: string
  readonly tests: readonly string[]
}

const rows: readonly Row[] = readFileSync(join(root, 'docs/advisories.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [, number, where, fault, tests] = line.split(' | ').join('|').split('|')
    return { number: Number(number), where: where ?? '', fault: fault ?? '', tests: (tests ?? '').trim().split('<br>') }
  })

/** Is this the title of a test or of a group of tests? */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

test('every advisory has its row, with a plain sentence', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1))
  for (const { number, where, fault } of rows) expect([number, where.length > 5, /\.\s*$/.test(fault)]).toEqual([number, true, true])
})

test('every row names tests that exist, or what is not built yet', () => {
  const faults: string[] = []
  let named = 0
  for (const { number, tests } of rows) {
    if (tests.length === 0) faults.push(`${number}: nothing`)
    for (const one of tests) {
      if (/^not built yet: \w+/.test(one)) continue
      const [, path = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(one) ?? []
      if (path === '' || !existsSync(join(root, path))) faults.push(`${number}: ${one}`)
      else if (!hasTitle(readFileSync(join(root, path), 'utf8'), title)) faults.push(`${number}: ${path} has no ${title}`)
      else named += 1
    }
  }
  expect(faults).toEqual([])
  expect(named).toBeGreaterThan(60)
})
