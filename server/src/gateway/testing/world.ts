// A whole Waystation for a test: the real server on a real socket with a real database and a scriptable provider as upstream, set up
// through its API. Only the vendor is fake.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import type { Token } from '@waystation/contract/people/token'
import { parseJson } from '@waystation/wire/encoding/json'
import { pino } from 'pino'
import { request } from 'undici'
import { readConfig } from '../../config.ts'
import type { DatabaseAddress, DatabaseKind } from '../../db/kind.ts'
import { openToRead } from '../../db/open-database.ts'
import { type Reconciliation, reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Provider } from '../../providers/provider.ts'
import { providers } from '../../providers/registry.ts'
import { openServer, type Server, type ServerParts } from '../../server.ts'
import { type ConsoleClient, logIn, setUp } from '../../testing/console-client.ts'
import { testPlace } from '../../testing/databases/databases.ts'
import { keptThreads } from '../../testing/databases/kept-threads.ts'
import { openFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { nameServer, noteCall } from '../../testing/last-calls.ts'
import { lightPasswords } from '../../testing/light-passwords.ts'
import { aboveBuiltIn } from '../../testing/price-options.ts'
import { reconcilerHere } from '../../testing/reconciler-here.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { keptCounter } from './kept-counter.ts'

export interface WorldOptions {
  readonly database?: DatabaseKind
  /** Texts of options by key, set before anything is served. */
  readonly options?: Readonly<Record<string, string>>
  /** Quota of the token that `world.key` is; absent: unlimited. */
  readonly tokenQuota?: number
  /** Price ratios by model; default: 1 for `fake-chat`. */
  readonly ratios?: Readonly<Record<string, number>>
  /** Fields of the first channel, over the defaults; null: no channel. */
  readonly channel?: Readonly<Record<string, unknown>> | null
  readonly drainSeconds?: number
  /** Must the models be vendors' own? Requests are then judged by what each of them takes. */
  readonly isJudged?: boolean
  /** Further variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Receives every line of the log, down to the trace level; absent: nothing is logged. */
  readonly logLines?: string[]
  /** A clock that the test drives; absent: the system's. */
  readonly clock?: Clock
  /** Another way to addresses that users name. */
  readonly userEgress?: ServerParts['userEgress']
  /** Where nodes share what they share; absent: the world's first server is alone, and `openNode` opens one that shares the database only. */
  readonly redisUrl?: string
  /** Vendors that take the place of the real ones, by channel type. */
  readonly providers?: Readonly<Record<number, Provider>>
}

/** How a node differs from the first one. */
interface FurtherNode {
  readonly redisUrl?: string | undefined
  /** By which way it goes to the database. */
  readonly address?: DatabaseAddress
  /** False: it wants the database to itself. */
  readonly isFurther?: boolean
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** What one test does to a channel is not remembered for the next one; tests of that memory set these otherwise. */
const forgetful = { 'relay.failures_before_rest': '0', 'relay.conversation_affinity': 'false', 'relay.overload_delay_ms': '0' }

/** Opens a world. Close it in the test's end. */
export async function openWorld(options: WorldOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-world-'))
  const place = await testPlace(options.database ?? 'sqlite')
  const provider = await openFakeProvider({ isJudged: options.isJudged ?? false })
  const server = await openTestServer(place.address, folder, options)
  nameServer(server.url, `world on ${place.address.kind}`)
  await setUp(server.url)
  const console = await logIn(server.url)
  // Price maps are saved as a whole; a test names the prices that it adds.
  const setOption = (key: string, value: string) => console.call<void>('PUT', '/api/option/', { key, value: aboveBuiltIn(key, value) })
  await setOption('ModelRatio', JSON.stringify(options.ratios ?? { 'fake-chat': 1 }))
  for (const [key, value] of Object.entries({ ...forgetful, ...options.options })) await setOption(key, value)

  /** Adds a channel to the fake provider, or to where `fields` say. Answers its id. */
  const addChannel = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const draft = { name: 'fake', type: 8, key: 'far-key', base_url: provider.url, models: 'fake-chat', group: 'default', ...fields }
    return (await console.call<{ id: number }>('POST', '/api/channel/', draft)).id
  }
  const addToken = (fields: Readonly<Record<string, unknown>> = {}) =>
    console.call<Token>('POST', '/api/token/', { name: 'test', unlimited_quota: true, ...fields })
  if (options.channel !== null) await addChannel(options.channel)
  const nodes: Server[] = []
  const token = await addToken(options.tokenQuota === undefined ? {} : { unlimited_quota: false, remain_quota: options.tokenQuota })
  /** With `sk-`. */
  const key = `sk-${token.key}`
  let successor: Server | undefined
  return {
    ...{ url: server.url, provider, console, key, server, addChannel, addToken, setOption },
    /** Where the database is, for tests that take it away. */
    address: place.address,
    /** DATA_DIR. */
    folder,
    /** Another node on the same database, which knows what there is by now. It is closed with the world. Not on SQLite, which has one process. */
    async openNode({ address = place.address, ...given }: FurtherNode = {}) {
      const own = mkdtempSync(join(folder, 'node-'))
      const environment = { ...options.environment, MASTER_KEY_FILE: join(folder, 'master.key') }
      const node = await openTestServer(address, own, { ...options, isFurther: true, ...given, environment })
      nodes.push(node)
      return node
    },
    /** POSTs to the data plane with the world's key, and reads the whole answer. */
    post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => post(server.url, path, { key, body, headers }),
    /** Posted balance of the super admin, in quota units. */
    balance: async () => (await console.call<{ quota: number }>('GET', '/api/user/self')).quota,
    /** The newest log rows, newest first, waiting until there are so many; with `other` read. */
    logs: (atLeast: number) => readLogs(console, atLeast),
    /** Closes the server, and answers another one over the same data. What else is here still means the first. */
    async restart(): Promise<Server> {
      await server.close()
      successor = await openTestServer(place.address, folder, options)
      return successor
    },
    /** Waits until no hold is open, then checks the books. */
    books: () => readBooks(place.address),
    async close() {
      for (const node of nodes) await node.close()
      await server.close()
      await successor?.close()
      await provider.close()
      await place.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openTestServer(
  database: DatabaseAddress,
  folder: string,
  {
    drainSeconds = 5,
    environment,
    logLines,
    clock,
    userEgress,
    redisUrl,
    providers: others,
    isFurther = false,
  }: Omit<WorldOptions, 'redisUrl'> & { readonly redisUrl?: string | undefined; readonly isFurther?: boolean },
): Promise<Server> {
  const opened = await openServer({
    config: {
      ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', ...environment }),
      port: 0,
      database,
      drainSeconds,
      redisUrl,
      // Tests of limits must not depend on how busy this machine is.
      redisTimeoutMs: 10_000,
      isExclusive: !isFurther && redisUrl === undefined,
    },
    log: logLines
      ? pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
      : pino({ level: process.env.WAYSTATION_TEST_LOG ?? 'silent' }),
    consoleFolder: undefined,
    version: '0.0.0-test',
    ...(clock ? { clock } : {}),
    userEgress,
    threads: keptThreads,
    counter: keptCounter,
    overrides: { reconciler: reconcilerHere(database), passwords: lightPasswords },
    ...(others ? { providers: { ...providers, ...others } } : {}),
    onDeath: (error) => {
      throw error
    },
  })
  let closing: Promise<boolean> | undefined
  // A test of the shutdown may have closed the server itself.
  return { ...opened, close: () => (closing ??= opened.close()) }
}

async function post(
  url: string,
  path: string,
  { key, body, headers }: { key: string; body: unknown; headers: Readonly<Record<string, string>> | undefined },
) {
  const response = await request(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.body.text()
  noteCall({ where: url, line: `POST ${path}`, sent: body, status: response.statusCode, answer: text })
  return { status: response.statusCode, headers: response.headers, text, json: (parseJson(text) ?? {}) as Record<string, unknown> }
}

async function readLogs(console: ConsoleClient, atLeast: number): Promise<(LogEntry & { facts: LogOther })[]> {
  const { items } = await pollFor(
    () => console.call<{ items: LogEntry[] }>('GET', '/api/log/?p=1&page_size=100'),
    (page) => page.items.length >= atLeast,
  )
  return items.map((item) => ({ ...item, facts: JSON.parse(item.other || '{}') as LogOther }))
}

async function readBooks(address: DatabaseAddress): Promise<Reconciliation> {
  const database = await openToRead(address)
  try {
    return await pollFor(
      () => reconcile(database),
      ({ openHolds }) => openHolds === 0,
    )
  } finally {
    await database.close()
  }
}
