// No pattern of the product takes long, whatever text it is given: each is run on 50,000 characters of every class, alone and with another at the
// end. A pattern that tries the same text again from every place, or in several ways, takes seconds for that.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const LENGTH = 50_000
/** Processor time of this thread, so that other work on the machine does not count. */
const LIMIT_MS = 150
/** Of a pattern that would never end. */
const STOP_MS = 20_000
/** Texts that patterns repeat: one of each class, and pairs that patterns read as pieces. */
const PIECES = ['a', 'A', '0', ' ', '\n', '/', '.', '-', '_', ':', ',', ';', '"', '\\', '<', '(', '[', '{', '%', '=', '+', '*', '驿', '😀']
const PAIRS = ['a.', '0.', ',0', 'a-', ' a', '/a', '="', '<a', '\\"', '0,000', 'a:', ': ', '](', 'a@', '%2', '--', '. ']
const ENDS = ['', 'x', '\n']

/** Patterns that are only given short texts, and who sees to that. */
const bounded: Readonly<Record<string, string>> = {}

interface Pattern {
  readonly source: string
  readonly flags: string
  readonly places: string[]
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
        const known = found.get(name) ?? { source: pattern, flags, places: [] }
        known.places.push(file)
        found.set(name, known)
      }
      open.push(...Object.values(node))
    }
  }
  return [...found.values()]
}

const texts = [...PIECES, ...PAIRS].flatMap((piece) => {
  const long = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)
  return [...ENDS.map((end) => long + end), `https://a${long}x`]
})

const excerpt = (text: string): string => `${text.slice(0, 14)}…${text.slice(-3)}`

/** The text, by its beginning and end, on which a pattern takes too long; undefined: none. */
function slowText({ source, flags }: Pattern): string | undefined {
  const context = createContext({ pattern: new RegExp(source, flags.replace('g', '')), text: '' })
  for (const text of texts) {
    context.text = text
    const before = process.threadCpuUsage()
    try {
      runInContext('pattern.test(text)', context, { timeout: STOP_MS })
    } catch {
      return excerpt(text)
    }
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 > LIMIT_MS) return excerpt(text)
  }
  return undefined
}

test('no pattern takes long on a long text', { timeout: 600_000 }, () => {
  const patterns = patternsOf()
  expect(patterns.length).toBeGreaterThan(200)
  const slow = patterns.flatMap((pattern) => {
    const name = `/${pattern.source}/${pattern.flags}`
    if (Object.hasOwn(bounded, name)) return []
    const text = slowText(pattern)
    return text === undefined ? [] : [`${name} in ${[...new Set(pattern.places)].join(', ')}: ${JSON.stringify(text)}`]
  })
  expect(slow).toEqual([])
})
