// The mutants of the ledger name their places by the text that stands there. Source that is moved must move its mutant too, and
// `npm run mutants` is too slow to be the first to say so.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from '../e2e/crash/mutant-list.ts'

const path = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

test.each(mutants)(
  'MON-13 the mutant "$name" has its place in the source, once, and its test',
  ({ file, from, to, test: { file: testFile } }) => {
    expect(existsSync(path(file)), file).toBe(true)
    expect(readFileSync(path(file), 'utf8').split(from).length - 1, `times in ${file}`).toBe(1)
    expect(to).not.toBe(from)
    expect(existsSync(path(testFile)), testFile).toBe(true)
  },
)
