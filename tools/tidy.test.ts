// The arrows of ARCHITECTURE.md, read from the sources, so that no comment that silences a linter can hide a breach.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Module, modulesBelow, sourcesBelow, target } from './modules.ts'
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
  'server/src/identity': ['server/src/domain', 'server/src/lib', 'contract/src'],
  'server/src/import': ['server/src/domain', 'server/src/db', 'server/src/lib', 'contract/src'],
  'server/src/jobs': ['server/src/domain', 'server/src/lib', 'contract/src'],
  'console/src': ['contract/src'],
}

/** What a room may take from the shelves of npm and Node; absent: anything. */
const outside: Record<string, RegExp> = {
  'wire/src': /^$/,
  'contract/src': /^zod$/,
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
function lines(modules: readonly Pick<Module, 'path' | 'text'>[], pattern: RegExp, cleaned = (line: string) => line): string[] {
  return modules.flatMap((module) =>
    module.text
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(cleaned(line)))
      .map((line) => `${module.path}: ${line.trim()}`),
  )
}

const server = all.filter((module) => module.path.startsWith('server/src/'))

/** Lists, with one file for each entry. */
const foldersOfLists = [
  'contract/src/vendors',
  'contract/src/options',
  'wire/src/rules/openai-compatible',
  'console/src/i18n/zh',
  'console/src/i18n/en',
  'server/src/db/migrations',
]

const FOLDER_FILES = 15

test('a folder has at most fifteen files beside its tests, style sheets too', () => {
  const counts = new Map<string, number>()
  for (const path of [...all.map((module) => module.path), ...stylesBelow('console/src')]) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (!foldersOfLists.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect(counts.get('console/src/ui/list/table')).toBeGreaterThan(10)
  expect([...counts].filter(([, count]) => count > FOLDER_FILES)).toEqual([])
})

const FILE_LINES = 300

/** Longer files, and why they are one. */
const longFiles: Readonly<Record<string, string>> = {}

test('a file has at most three hundred lines, but for the lists that are named here', () => {
  const texts = [...all, ...stylesBelow('console/src').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))]
  const long = texts.filter(({ text }) => lineCount(text) > FILE_LINES).map(({ path }) => path)
  expect(long.toSorted()).toEqual(Object.keys(longFiles))
})

const PAGE_LINES = 150

test('a page is its columns, actions and drawers: at most a hundred and fifty lines', () => {
  const pages = all.filter(({ path }) => /(Page|Route)\.tsx$/.test(path))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ text }) => lineCount(text) > PAGE_LINES).map(({ path, text }) => `${path}: ${lineCount(text)}`)).toEqual([])
})

const lineCount = (text: string): number => text.trimEnd().split('\n').length

/** All style sheets below a folder, named from the root of the project. */
function stylesBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.css')).map((name) => join(folder, name))
}

test('only stores, tasks and the database folder use the query builder', () => {
  const users = server
    .filter((module) => module.imports.some((name) => name === 'kysely' || name.startsWith('kysely/')))
    .map((module) => module.path)
  const allowed =
    /^server\/src\/db\/|-store\.ts$|^server\/src\/domain\/ledger\/(reconcile\/reconcile(-causes|-days)?|projections\/fold)\.ts$/
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

/** Rooms of the server that know no vendor; the forms of their bills are a room of theirs. */
const withoutVendors = server.filter(
  ({ path }) => /^server\/src\/(gateway|domain|api|lib)\//.test(path) && !path.startsWith('server/src/domain/books/vendors/'),
)

/** Names of vendors that the records do not have as names of their files. */
const moreVendors = ['openrouter', 'siliconflow', 'dashscope', 'bedrock', 'vertex']
/** Files of records whose names say something else too: a dialect, the start of a key, a header, a plain word. */
const otherWords = ['openai', 'gemini', 'xai', 'new-api', 'custom', 'ready', 'unbuilt', 'vendor', 'compatible-vendors']

test('vendors are named in their own folders only', () => {
  const files = readdirSync(join(root, 'contract/src/vendors')).map((name) => name.replace('.ts', ''))
  const named = new RegExp([...files.filter((name) => !otherWords.includes(name)), ...moreVendors].join('|'), 'i')
  // The names of a dialect and of its header are a protocol's, whoever speaks it; and a cloud's proxies have headers of their own.
  const dialects = /'(openai-responses|anthropic-messages|anthropic-version|gemini-generate)'|x-azure-/g
  expect(lines(withoutVendors, named, (line) => line.replaceAll(dialects, ''))).toEqual([])
})

/** A channel type as a number in the code; statuses of HTTP have three digits. */
const typeNumbers = [
  /\b(?:type|channelType)\s*[!=]==?\s*\d/,
  /\b\d+\s*[!=]==?\s*(?:\w+\.)*(?:type|channelType)\b/,
  /\[[1-9]\d?(?:, [1-9]\d?)*\](?:\)\.has|\.includes)\(|= (?:new Set\()?\[[1-9]\d?(?:, [1-9]\d?)*\]\)?$/,
  /\b(?:channelType|needsAddress|reportsBalance)\(\d/,
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
const dialectFolders = readdirSync(join(root, 'wire/src/chat')).filter((name) =>
  existsSync(join(root, 'wire/src/chat', name, 'dialect.ts')),
)
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

test('only wire/src/encoding/sse.ts writes the framing of streams', () => {
  const breaches = lines(
    all.filter((module) => module.path !== 'wire/src/encoding/sse.ts'),
    /['"`]data: /,
  )
  expect(breaches).toEqual([])
})

test('only main, config, the build of the console and the command line read the environment', () => {
  const allowed = /^server\/src\/(main|serve|config|pages\/console-build)\.ts$|^server\/src\/cli\//
  expect(
    lines(
      all.filter((module) => !allowed.test(module.path) && !module.path.includes('/testing/')),
      /process\.env\b/,
    ),
  ).toEqual([])
})

/** What can open a connection: modules of Node and clients from npm. The database's drivers stay in their folder. */
const clientModules = /^(?:node:)?(?:https?|http2|net|tls|dgram|undici|nodemailer|ws|socks|axios|got|node-fetch)$/
/** What of them only names or reads things, or answers what came in. */
const harmlessNames = /^(?:type .+|errors(?: as \w+)?|isIP|isIPv4|isIPv6|STATUS_CODES|ServerResponse|WebSocketServer)$/
/** The guard, the proxies that it opens, and mail, which asks the guard itself. */
const waysOut = /^server\/src\/lib\/net\/(?:egress|proxied|smtp)\.ts$/
/** Databases and Redis, whose addresses the operator sets before the start. */
const ofOperator = /^server\/src\/(?:db\/|lib\/shared\/redis\.ts$)/

/** It has the frames of sockets over connections that the guard has opened. */
const framing = 'server/src/lib/net/open-socket.ts'

/** What in a source could reach another host. */
function waysOutIn(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const named = [...code.matchAll(/^import (?!type )([^;]*?) from '([^']+)'/gm)]
    .filter(([, , name = '']) => clientModules.test(name))
    .filter(
      ([, names = '']) =>
        !/^\{.*\}$/s.test(names) ||
        !names
          .slice(1, -1)
          .split(',')
          .every((one) => one.trim() === '' || harmlessNames.test(one.trim())),
    )
  const loaded = [...code.matchAll(/\b(?:import|require)\('([^']+)'\)/g)].filter(([, name = '']) => clientModules.test(name))
  const global =
    code.match(/(?<![.\w])(?:globalThis\.)?(?:fetch\(|new (?:Pool|Agent|Client|WebSocket|EventSource|XMLHttpRequest)\()/g) ?? []
  return [...[...named, ...loaded].map(([whole]) => whole), ...global]
}

test.each([
  "import { request } from 'node:http'",
  "import { isIP, connect } from 'node:net'",
  "import net from 'node:net'",
  "import * as undici from 'undici'",
  "import {\n  Pool,\n} from 'undici'",
  "const { createTransport } = await import('nodemailer')",
  "const https = require('https')",
  'const answer = await fetch(url)',
  'const answer = await globalThis.fetch(url)',
  'const socket = new WebSocket(url)',
])('SEC-15: a way out is found in: %j', (line) => expect(waysOutIn(`// first\n${line}\n`)).toHaveLength(1))

test.each([
  "import type { IncomingMessage } from 'node:http'",
  "import { errors as undiciErrors } from 'undici'",
  "import { isIP, type LookupFunction } from 'node:net'",
])('SEC-15: no way out is found in: %j', (line) => expect(waysOutIn(`${line}\n`)).toEqual([]))

test('SEC-15: only the egress module reaches other hosts', () => {
  const others = server.filter(({ path }) => !waysOut.test(path) && path !== framing && !ofOperator.test(path))
  expect(others.length).toBeGreaterThan(200)
  expect(others.flatMap(({ path, text }) => waysOutIn(text).map((line) => `${path}: ${line}`))).toEqual([])
  // The library's sockets dial by themselves where they are given an address.
  const frames = server.find(({ path }) => path === framing)?.text ?? ''
  expect(waysOutIn(frames)).toEqual(["import { WebSocket } from 'ws'"])
  expect(frames).toMatch(/class \w+ extends WebSocket \{\s+constructor\(connection: Duplex\) \{[^}]*\bsuper\(null, /)
  // Each of the ways out is there, and asks the guard.
  const ways = server.filter(({ path }) => waysOut.test(path))
  expect(ways.map(({ text }) => /\blookup\b|guardedLookup/.test(text))).toEqual([true, true, true])
})

test('no weak randomness in the server', () => {
  expect(lines(server, /Math\.random/)).toEqual([])
})

/** Decorations and the keys of rows on a screen. */
const weakRandomness = ['console/src/shell/Footer.tsx', 'console/src/shell/new-year/celebrate.ts', 'console/src/ui/form/rows/map-rows.ts']

test('SEC-13: weak randomness serves screens only, for what nobody need guess', () => {
  const found = lines(all, /Math\.random|pseudoRandomBytes/).map((line) => line.split(':')[0])
  expect(found.toSorted()).toEqual(weakRandomness)
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

/** Words with which a test would reach for a server of databases past `eachDatabase` and `eachKind`, and fail where there is none. */
const reachesDatabase = /(['"`])(?:postgres|mysql)\1|\b(?:testPlace|runPostgres|runMysql|POSTGRES|MYSQL)\b/
/** To ask which kind the helper gave is no reaching. */
const asksKind = /[!=]== '(?:postgres|mysql)'/g
/** What the crash loop is told on its command line. */
const namesOnly = 'e2e/crash/choice.test.ts'

test.each(["test.each(['sqlite', 'postgres'])", 'openConsole({ kind: "mysql" })', 'const place = await testPlace(kind)'])(
  'a database that is reached past the helper is found in: %s',
  (line) => expect(lines([{ path: 'a.test.ts', text: line }], reachesDatabase)).toHaveLength(1),
)

test('tests reach databases only through the helpers that skip, in words, where there is none', () => {
  const paths = ['server', 'e2e', 'tools', 'bench', 'clients'].flatMap(sourcesBelow).filter((path) => path.endsWith('.test.ts'))
  const tests = paths
    .filter((path) => path !== namesOnly && path !== 'tools/tidy.test.ts')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  expect(tests.filter(({ text }) => /\beach(?:Database|Kind)\(/.test(text)).length).toBeGreaterThan(60)
  expect(lines(tests, reachesDatabase, (line) => line.replace(asksKind, ''))).toEqual([])
})
