// Every row of docs/money-tests.md names tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './processes.ts'

const rows = readFileSync(join(root, 'docs/money-tests.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z][a-z ]+: /.test(line))
  .map((line) => {
    const [, name = '', tests = ''] = line.split(' | ').join('|').split('|')
    return { name: name.trim(), tests: tests.trim().split('<br>') }
  })

/** Is this the title of a test in the file? */
function hasTitle(path: string, title: string): boolean {
  const source = readFileSync(join(root, path), 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

test('every name and rule of money is proved by tests that exist', () => {
  const faults = rows.flatMap(({ name, tests }) =>
    tests.flatMap((one) => {
      const [, path = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(one) ?? []
      return path !== '' && existsSync(join(root, path)) && hasTitle(path, title) ? [] : [`${name}: ${one}`]
    }),
  )
  expect(faults).toEqual([])
})

test('no area is missing from the table', () => {
  expect(rows.length).toBeGreaterThan(50)
  expect(new Set(rows.map(({ name }) => name.split(':')[0]))).toEqual(
    new Set(['Options', 'Codes', 'Payments', 'Rewards', 'Prices', 'Warnings', 'Budgets', 'Books', 'Screens', 'Bad input']),
  )
})
