// The mutants: mutants.txt says in which file (`in`), by which test it must be noticed (`by`: a file, and a regular expression over the
// test's full name), the mutant's name, and which text (-) is replaced with which (+). `in` and `by` hold until others come.
import { readFileSync } from 'node:fs'
import type { DatabaseKind } from '../../server/src/db/kind.ts'

export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly test: { readonly file: string; readonly name: string; readonly database: DatabaseKind }
}

export const mutants: readonly Mutant[] = read(readFileSync(new URL('./mutants.txt', import.meta.url), 'utf8'))

function read(text: string): Mutant[] {
  const found: (Mutant & { removed: string[]; added: string[] })[] = []
  let [file, by] = ['', '']
  for (const line of text.split('\n')) {
    const [mark, rest] = [line.slice(0, 2), line.slice(2)]
    if (mark === '- ') found.at(-1)?.removed.push(rest)
    else if (mark === '+ ') found.at(-1)?.added.push(rest)
    else if (line.startsWith('in ')) file = line.slice(3)
    else if (line.startsWith('by ')) by = line.slice(3)
    else if (line !== '') found.push({ name: line, file, from: '', to: '', test: testOf(by), removed: [], added: [] })
  }
  return found.map(({ removed, added, ...mutant }) => ({ ...mutant, from: removed.join('\n'), to: added.join('\n') }))
}

function testOf(by: string): Mutant['test'] {
  const [file = '', name = ''] = by.split(/: (.*)/s)
  return { file, name, database: /^on (postgres|mysql)\b/.test(name) ? (name.split(/[ .]/)[1] as DatabaseKind) : 'sqlite' }
}
