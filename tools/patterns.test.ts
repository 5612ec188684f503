// No pattern of the product takes long, whatever text it is given: each is run on 50,000 characters of every class, alone and with another at the
// end. A pattern that tries the same text again from every place, or in several ways, takes seconds for that.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const LENGTH = 50_000
/** Processor time of this thread, so that other work on the machine does not count. */
const LIMIT_MS = 150
const MEASUREMENTS = 3
const PIECE_GROUPS = 8
/** Of a pattern that would never end. */
const STOP_MS = 20_000
/** Texts that patterns repeat: one of each class, and pairs that patterns read as pieces. */
const PIECES = ['a', 'A', '0', ' ', '\n', '/', '.', '-', '_', ':', ',', ';', '"', '\\', '<', '(', '[', '{', '%', '=', '+', '*', '驿', '😀']
const PAIRS = ['a.', '0.', ',0', 'a-', ' a', '/a', '="', '<a', '\\"', '0,000', 'a:', ': ', '](', 'a@', '%2', '--', '. ']
/** A text of one piece with an end to it, or as an address. */
const FORMS = ['{}', '{}x', '{}\n', 'https://a{}x']

/** Patterns that are only given short texts, and who sees to that. */
const bounded: Readonly<Record<string, string>> = {}

interface Pattern {
  /** As it is written. */
  readonly name: string
  readonly source: string
  readonly flags: string
  readonly places: Set<string>
}

function patternsOf(): Pattern[] {
  const found = new Map<string, Pattern>()
  for (const file of globSync('{contract,wire,server}/src/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    // Every literal has a node of its own; walking the whole tree finds them wherever they stand.
    const open: unknown[] = [parseSync(file, text).program]
    while (open.length > 0) {
      const node = open.pop()
      if (typeof node !== 'object' || node === null) continue
      if ('regex' in node && typeof node.regex === 'object' && node.regex !== null) {
        const { pattern, flags } = node.regex as { pattern: string; flags: string }
        const name = `/${pattern}/${flags}`
        const known = found.get(name) ?? { name, source: pattern, flags, places: new Set<string>() }
        known.places.add(file)
        found.set(name, known)
      }
      open.push(...Object.values(node))
    }
  }
  return [...found.values()]
}

const repeated = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)

/** A pattern, and what it is run on. */
interface Run {
  readonly pattern: Pattern
  readonly piece: string
  readonly form: string
}

/** Another process may take the caches away in the middle, so the least of a few measurements counts. */
/** Where they run, since only there they can be stopped. One for all: to make one takes longer than most patterns do. */
const context = createContext({})

const takesLong = (run: Run): boolean => Array.from({ length: MEASUREMENTS }).every(() => tookLong(run))

function tookLong({ pattern: { source, flags }, piece, form }: Run): boolean {
  Object.assign(context, { pattern: new RegExp(source, flags.replace('g', '')), text: form.replace('{}', () => piece) })
  const before = process.threadCpuUsage()
  try {
    runInContext('pattern.test(text)', context, { timeout: STOP_MS })
  } catch {
    return true
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 > LIMIT_MS
}

test('no pattern takes long on a long text', { timeout: 600_000 }, () => {
  const patterns = patternsOf()
  expect(patterns.length).toBeGreaterThan(200)
  const pieces = [...PIECES, ...PAIRS].map(repeated)
  const runs = patterns
    .filter(({ name }) => !Object.hasOwn(bounded, name))
    .flatMap((pattern) => pieces.flatMap((piece) => FORMS.map((form) => ({ pattern, piece, form }))))
  // Each pattern with a text of each of these groups, which the seed draws.
  const groupOf = ({ piece }: Run) => pieces.indexOf(piece) % PIECE_GROUPS
  const tried = cellsToTry('patterns on long texts', runs, (run) => [run.pattern.name, groupOf(run), run.form])
  const slow = tried
    .filter(takesLong)
    .map(({ pattern, piece, form }) => `${pattern.name} in ${[...pattern.places]}: ${piece.slice(0, 9)}… as ${form}`)
  expect(slow).toEqual([])
})
