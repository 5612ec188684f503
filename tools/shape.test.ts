// The shape that the product's sources keep (ARCHITECTURE.md): short functions, no cycles, no state of a module, few asserted types.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gatewayState, otherState } from '../server/src/nodes/node-state.ts'
import { cyclesOf } from './cycles.ts'
import { modulesBelow, sourcesBelow, target } from './modules.ts'
import { root } from './processes.ts'
import { type FileShape, shapeOf } from './shape.ts'

/** No function is longer, wherever it stands. */
const MAX_LINES = 80
/** Of a hundred functions of the product, one may be longer. */
const MAX_LINES_OF_99 = 45
/** Asserted types in the product. */
const MAX_ASSERTIONS = 120

/** What frames tests is as long as its tests. */
const FRAMES = /^(describe|suite|eachDatabase|eachKind)\b/

/** What a module of the product may keep beyond a call, and why. */
const mutable: Readonly<Record<string, string>> = {
  'console/src/shared/log-row.ts known': 'what was read of a row, by the row itself: it goes with it',
  'contract/src/values/calendar.ts clocks': 'a clock of a zone takes fifty times as long to make as to read; at most a thousand are kept',
  'console/src/shared/sign-in/turnstile.ts loading': 'a page loads a script once, whoever asks',
  'server/src/db/sqlite/thread.ts last': 'the body of a thread: one statement at a time',
  'server/src/domain/pricing/batch-price.ts compiled': 'prices of batches, by the price that they were made of: each goes with it',
  'server/src/gateway/prepare/rules.ts known': 'what holds for the models of a channel, by the channel as it was loaded: it goes with it',
  'server/src/gateway/meter/token-counter-thread.ts counted': 'the body of a thread: what it remembers is forgotten every so often',
}

const product = ['wire/src', 'contract/src', 'server/src', 'console/src']
const modules = product.flatMap(modulesBelow)
const shapes = new Map(modules.map(({ path, text }) => [path, shapeOf(path, text)]))

function longFunctions(path: string, { functions }: FileShape): string[] {
  return functions
    .filter(({ lines, handedTo }) => lines > MAX_LINES && !FRAMES.test(handedTo))
    .map(({ name, line, lines }) => `${path}:${line} ${name} has ${lines} lines`)
}

test('no function is too long, be it of the product, of tests or of tools', () => {
  const folders = [...product, 'wire/testing', 'console/gallery', 'tools', 'bench', 'clients', 'e2e']
  const paths = folders.flatMap(sourcesBelow)
  expect(paths.length).toBeGreaterThan(1000)
  expect(paths.flatMap((path) => longFunctions(path, shapes.get(path) ?? shapeOf(path, readFileSync(join(root, path), 'utf8'))))).toEqual(
    [],
  )
})

test('99 of 100 functions of the product are short', () => {
  const lengths = [...shapes.values()].flatMap(({ functions }) => functions.map(({ lines }) => lines)).sort((a, b) => a - b)
  expect(lengths.length).toBeGreaterThan(5000)
  expect(lengths[Math.ceil(lengths.length * 0.99) - 1]).toBeLessThanOrEqual(MAX_LINES_OF_99)
})

test('no modules import each other, not even their types', () => {
  const known = new Set(modules.map(({ path }) => path))
  const edges = modules.map((module): [string, string[]] => {
    const targets = module.imports.map((name) => target(module, name) ?? '')
    return [module.path, targets.flatMap((path) => [path, `${path}.ts`, `${path}.tsx`].filter((one) => known.has(one)))]
  })
  expect(edges.filter(([, targets]) => targets.length > 0).length).toBeGreaterThan(500)
  expect(cyclesOf(new Map(edges))).toEqual([])
})

test('types are seldom asserted', () => {
  const places = [...shapes].flatMap(([path, { assertions }]) => assertions.map(({ line, text }) => `${path}:${line} ${text}`))
  expect(places.length, places.join('\n')).toBeLessThanOrEqual(MAX_ASSERTIONS)
})

test('what a module keeps that changes is in the list, and the list names nothing else', () => {
  const found = [...shapes].flatMap(([path, { mutableNames }]) => mutableNames.map((name) => `${path} ${name}`))
  expect(found.sort()).toEqual(Object.keys(mutable).sort())
})

test('whatever the server remembers by the least recently used is in the list of what a node keeps, which names modules that are there', () => {
  const listed = new Set([...Object.values(gatewayState).flat(), ...otherState].map(({ at }) => `server/src/${at}`))
  const remembering = modules.filter(({ path, imports }) => path.startsWith('server/src/') && imports.includes('lru-cache'))
  expect(remembering.length).toBeGreaterThan(5)
  expect(remembering.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([])
  const known = new Set(modules.map(({ path }) => path))
  expect([...listed].filter((path) => !known.has(path))).toEqual([])
})

test('rows are written by the names of their columns', () => {
  const positional = /\.(?:insertMany|addMany|updateMany)\([^)]*=>\s*\[/
  const breaches = modules.filter(({ path, text }) => path.startsWith('server/src/') && positional.test(text)).map(({ path }) => path)
  expect(breaches).toEqual([])
})

describe('the reading of shapes', () => {
  const text = [
    'export let count = 0',
    'const seen = new Map<string, number>()',
    'const names = new Set(["a"])',
    'const none: readonly string[] = []',
    'export function outer(value: unknown) {',
    '  const inner = () => {',
    '    return value as string',
    '  }',
    '  return [inner()!, "x" as const]',
    '}',
    'describe("a", () => {',
    '})',
  ].join('\n')
  const shape = shapeOf('example.ts', text)

  test('functions are named and measured', () => {
    expect(shape.functions.map(({ name, line, lines, handedTo }) => [name, line, lines, handedTo])).toEqual([
      ['outer', 5, 6, ''],
      ['inner', 6, 3, ''],
      ['', 11, 2, 'describe'],
    ])
  })

  test('asserted types are found, and `as const` is none', () => {
    expect(shape.assertions).toEqual([
      { line: 7, text: 'value as string' },
      { line: 9, text: 'inner()!' },
    ])
  })

  test('what a module keeps that changes is found', () => {
    expect(shape.mutableNames).toEqual(['count', 'seen'])
  })

  test('cycles are found, and what only leads to one is not in it', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
      ['d', ['d']],
    ])
    expect(cyclesOf(edges)).toEqual([['b', 'c'], ['d']])
  })
})
