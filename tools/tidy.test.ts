// The arrows of ARCHITECTURE.md, read from the sources, so that no comment that silences a linter can hide a breach.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './processes.ts'

/** Who may import whom. A folder may import itself and what is listed; anything else fails here. */
const arrows: Record<string, readonly string[]> = {
  'wire/src': [],
  'contract/src': [],
  'server/src/lib': ['contract/src'],
  'server/src/db': ['server/src/lib', 'contract/src'],
  'server/src/domain': ['server/src/db', 'server/src/lib', 'contract/src'],
  'server/src/providers': ['server/src/lib', 'wire/src', 'contract/src'],
  'server/src/gateway': ['server/src/domain', 'server/src/providers', 'server/src/lib', 'wire/src', 'contract/src'],
  'server/src/api': ['server/src/domain', 'server/src/lib', 'contract/src'],
  'server/src/jobs': ['server/src/domain', 'server/src/lib', 'contract/src'],
  'console/src': ['contract/src'],
}

/** What a room may take from the shelves of npm and Node; absent: anything. */
const outside: Record<string, RegExp> = {
  'wire/src': /^$/,
  'contract/src': /^zod$/,
}

interface Module {
  readonly path: string
  readonly text: string
  readonly imports: readonly string[]
}

function modulesBelow(folder: string): Module[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(join(root, path)).isDirectory()) return name === 'testing' ? [] : modulesBelow(path)
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) return []
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
      ),
    ]
    return [{ path, text, imports: imports.map((match) => match[1] ?? match[2] ?? match[3] ?? '') }]
  })
}

/** The file of ours that an import names, from the root of the project; undefined for a package. */
function target(module: Module, name: string): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(module.path), name))
  const workspace = /^@waystation\/(contract|wire|server)\/(.*)$/.exec(name)
  if (workspace) return `${workspace[1]}/src/${workspace[2]}.ts`
  return name.startsWith('~/') ? `console/src/${name.slice(2)}` : undefined
}

const rooms = Object.keys(arrows)
const all = ['wire/src', 'contract/src', 'server/src', 'console/src'].flatMap(modulesBelow)
const roomOf = (path: string) => rooms.filter((room) => path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0]

test('there is something to look at', () => {
  expect(all.length).toBeGreaterThan(150)
  for (const room of rooms) expect(all.filter((module) => module.path.startsWith(`${room}/`)).length, room).toBeGreaterThan(1)
})

describe.each(rooms)('%s', (room) => {
  const modules = all.filter((module) => roomOf(module.path) === room)

  test('imports only what its arrows allow', () => {
    const breaches = modules.flatMap((module) =>
      module.imports.flatMap((name) => {
        const file = target(module, name)
        if (file === undefined) return outside[room] && !outside[room].test(name) ? [`${module.path} imports ${name}`] : []
        const other = roomOf(file)
        return other === room || (other !== undefined && arrows[room]?.includes(other)) ? [] : [`${module.path} imports ${file}`]
      }),
    )
    expect(breaches).toEqual([])
  })
})

/** Lines of code, without comments, that match. */
function lines(modules: readonly Module[], pattern: RegExp, cleaned = (line: string) => line): string[] {
  return modules.flatMap((module) =>
    module.text
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(cleaned(line)))
      .map((line) => `${module.path}: ${line.trim()}`),
  )
}

const server = all.filter((module) => module.path.startsWith('server/src/'))

test('only stores, tasks and the database folder use the query builder', () => {
  const users = server
    .filter((module) => module.imports.some((name) => name === 'kysely' || name.startsWith('kysely/')))
    .map((module) => module.path)
  const allowed = /^server\/src\/db\/|-store\.ts$|^server\/src\/domain\/ledger\/(reconcile|fold)\.ts$/
  expect(users.filter((path) => !allowed.test(path))).toEqual([])
  expect(users.length).toBeGreaterThan(5)
})

test('only the ledger writes to accounts, holds and entries', () => {
  const writes = /(updateTable|insertInto|deleteFrom)\('(account|hold|entry|batch)'\)|(accountTable|holdTable|entryTable|newHoldTable)/
  const breaches = lines(
    server.filter((module) => !/^server\/src\/(domain\/ledger|db)\//.test(module.path)),
    writes,
  )
  expect(breaches).toEqual([])
})

/** Rooms of the server that know no vendor. */
const withoutVendors = server.filter((module) => /^server\/src\/(gateway|domain|api|lib)\//.test(module.path))

/** Names of vendors that the records do not have as names of their files. */
const moreVendors = ['openrouter', 'siliconflow', 'dashscope', 'bedrock', 'vertex']
/** Files of records whose names say something else too: a dialect, the start of a key, a plain word. */
const otherWords = ['openai', 'gemini', 'xai', 'custom', 'ready', 'unbuilt', 'vendor']

test('vendors are named in their own folders only', () => {
  const files = readdirSync(join(root, 'contract/src/vendors')).map((name) => name.replace('.ts', ''))
  const named = new RegExp([...files.filter((name) => !otherWords.includes(name)), ...moreVendors].join('|'), 'i')
  // The names of a dialect and of its header are a protocol's, whoever speaks it.
  const dialects = /'(openai-responses|anthropic-messages|anthropic-version|gemini-generate)'/g
  expect(lines(withoutVendors, named, (line) => line.replaceAll(dialects, ''))).toEqual([])
})

/** A channel type as a number in the code; statuses of HTTP have three digits. */
const typeNumbers = [
  /\b(?:type|channelType)\s*[!=]==?\s*\d/,
  /\b\d+\s*[!=]==?\s*(?:\w+\.)*(?:type|channelType)\b/,
  /\[[1-9]\d?(?:, [1-9]\d?)*\](?:\)\.has|\.includes)\(|= (?:new Set\()?\[[1-9]\d?(?:, [1-9]\d?)*\]\)?$/,
  /\b(?:channelType|needsAddress|tellsBalance)\(\d/,
  /const [A-Z_]*(?:CUSTOM|OPENAI|ANTHROPIC|GEMINI)[A-Z_]* = \d/,
]

test.each([
  "if (type === 8) throw refusal('base_url')",
  'const isOurs = 14 === channel.type',
  'const UNTESTABLE = new Set([2, 5, 36])',
  'if ([1, 8].includes(type)) return',
  'const name = channelType(8)?.name',
  'const CUSTOM = 8',
])('a number of a channel type is found in: %s', (line) => {
  expect(typeNumbers.some((pattern) => pattern.test(line))).toBe(true)
})

test('no channel type stands as a number outside the records of vendors', () => {
  const screens = all.filter((module) => /^console\/src\/features\/(channels|setup)\//.test(module.path))
  expect(typeNumbers.flatMap((pattern) => lines([...withoutVendors, ...screens], pattern))).toEqual([])
})

/** The rooms of `wire/src/chat` that are dialects. */
const dialectFolders = readdirSync(join(root, 'wire/src/chat')).filter((name) => statSync(join(root, 'wire/src/chat', name)).isDirectory())
/** The one file that lists the dialects. */
const dialectRegistry = 'wire/src/chat/dialects.ts'

test.each(dialectFolders)('%s is named in its own folder and in the registry only', (name) => {
  // A room for what several dialects of one vendor's models share may name the vendor's own.
  const others = all.filter((module) => module.path.startsWith('wire/src/chat/') && !module.path.startsWith(`wire/src/chat/${name}/`))
  expect(others.length).toBeGreaterThan(50)
  const registry = others.filter((module) => module.path === dialectRegistry)
  expect(lines(registry, new RegExp(name)).length).toBeGreaterThan(0)
  const breaches = lines(
    others.filter((module) => module.path !== dialectRegistry),
    new RegExp(`['"/]${name}['"/]`),
  )
  expect(breaches).toEqual([])
})

test('only wire/src/sse.ts writes the framing of streams', () => {
  const breaches = lines(
    all.filter((module) => module.path !== 'wire/src/sse.ts'),
    /['"`]data: /,
  )
  expect(breaches).toEqual([])
})

test('only main, config and the command line read the environment', () => {
  const allowed = /^server\/src\/(main|serve|config)\.ts$|^server\/src\/cli\//
  expect(
    lines(
      all.filter((module) => !allowed.test(module.path) && !module.path.includes('/testing/')),
      /process\.env\b/,
    ),
  ).toEqual([])
})

test('only the egress module reaches other hosts', () => {
  const breaches = server
    .filter(
      (module) => module.path !== 'server/src/lib/egress.ts' && /(?:^|\n)import (?!type)[^\n]*from '(?:node:)?https?'/.test(module.text),
    )
    .map((module) => module.path)
  const usesPool = lines(
    server.filter((module) => module.path !== 'server/src/lib/egress.ts'),
    /new (Pool|Agent|Client)\(|\bfetch\(/,
  ).filter((line) => !line.startsWith('server/src/db/'))
  expect([...breaches, ...usesPool]).toEqual([])
})

test('no weak randomness in the server', () => {
  expect(lines(server, /Math\.random/)).toEqual([])
})

test('antd is imported in the console kit only', () => {
  const users = all.filter(
    (module) =>
      module.path.startsWith('console/src/') &&
      !module.path.startsWith('console/src/ui/') &&
      module.imports.some((name) => name === 'antd' || name.startsWith('antd/')),
  )
  expect(users.map((module) => module.path)).toEqual([])
})

test('features of the console do not import each other', () => {
  const breaches = all
    .filter((module) => module.path.startsWith('console/src/features/'))
    .flatMap((module) => {
      const own = module.path.split('/')[3]
      return module.imports
        .map((name) => target(module, name))
        .filter((file) => file?.startsWith('console/src/features/') && file.split('/')[3] !== own)
        .map((file) => `${module.path} imports ${file}`)
    })
  expect(breaches).toEqual([])
})

test('nothing is left for later, and no type is given up', () => {
  expect(lines(all, /\b(TODO|FIXME|XXX)\b|@ts-ignore|@ts-expect-error|:\s*any\b|\bas any\b/)).toEqual([])
})
