// How long does a list of the console wait for its first rows and their count, whatever it is narrowed down by? The large installation
// (e2e/large): a million calls, 2,000 users, 300 channels. Each screen's calls go over HTTP at once, as the screen sends them, and its time is
// that of the last answer. With --long also on PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { fillLarge, largeOptions, largeSize } from '../e2e/large/fill-large.ts'
import type { DatabaseAddress } from '../server/src/db/kind.ts'
import { loadMasterKey } from '../server/src/lib/secret.ts'
import { type ConsoleClient, logIn, setUp } from '../server/src/testing/console-client.ts'
import { freePort } from '../server/src/testing/network/free-port.ts'
import { openBenchDatabases } from './lib/databases.ts'
import { startGateway } from './lib/gateway.ts'
import { type ListAsk, type ListFacts, listAsks } from './lib/list-asks.ts'
import { once, percentile } from './lib/measure.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const GOAL_MS = 300
const TIMES = 21

export const lists: Question = {
  number: 21,
  title: 'Lists of the console over 1,000,000 log rows, 95 of 100',
  async ask(options) {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-bench-'))
    const databases = await openBenchDatabases(folder)
    try {
      const rows: Row[] = []
      for (const { name, address } of databases)
        if (address.kind === 'sqlite' || (options.isLong && address.kind === 'postgres'))
          rows.push(...(await rowsOf(name, address, folder, options)))
      return rows.toSorted((a, b) => b.judged.median - a.judged.median)
    } finally {
      for (const { drop } of databases) await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function rowsOf(name: string, address: DatabaseAddress, folder: string, options: BenchOptions): Promise<Row[]> {
  const databaseUrl = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
  const dataFolder = join(folder, address.kind)
  const start = async () => startGateway({ ...options, databaseUrl }, dataFolder, await freePort())
  const first = await start()
  const url = `http://127.0.0.1:${first.port}`
  await setUp(url)
  const root = await logIn(url)
  for (const [key, value] of Object.entries(largeOptions)) await root.call('PUT', '/api/option/', { key, value })
  await first.stop()
  options.say(`  ${name}: a million calls are written …`)
  const startedMs = performance.now()
  const masterKey = loadMasterKey({ text: undefined, path: join(dataFolder, 'master.key') }, () => false)
  await fillLarge(address, { masterKey, size: largeSize, say: options.say })
  options.say(`  ${name}: written in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  const gateway = await start()
  const usual = getGlobalDispatcher()
  try {
    const console = await logIn(`http://127.0.0.1:${gateway.port}`)
    const rows: Row[] = []
    for (const [at, ask] of listAsks(await factsOf(console)).entries()) {
      // Each from an address of its own: one address may ask four hundred times a minute.
      const addressed = new Agent({ localAddress: `127.0.1.${1 + at}` })
      setGlobalDispatcher(addressed)
      rows.push(await measure(name, console, ask))
      await addressed.close()
    }
    return rows
  } finally {
    setGlobalDispatcher(usual)
    await gateway.stop()
  }
}

async function measure(database: string, console: ConsoleClient, ask: ListAsk): Promise<Row> {
  const took: number[] = []
  for (let at = 0; at < TIMES; at++) {
    const startedMs = performance.now()
    await Promise.all(ask.paths(at).map((path) => console.call('GET', path)))
    took.push(performance.now() - startedMs)
  }
  took.sort((a, b) => a - b)
  const subject = once(percentile(took, 0.95))
  const [load = 0] = loadavg()
  return {
    ...{ what: `${database}: ${ask.list}, ${ask.filter}`, unit: 'ms', subject, judged: subject, goal: GOAL_MS },
    note: `half in ${percentile(took, 0.5).toFixed(0)}, load ${load.toFixed(1)}`,
    // Absolute figures do not hold where others want the cores too.
    ...(load > availableParallelism() ? { unclear: 'the machine is busy' } : {}),
  }
}

interface Listed<Item> {
  readonly items: readonly Item[]
}

/** What the lists are asked for, read from the lists themselves. */
export async function factsOf(console: ConsoleClient): Promise<ListFacts> {
  const rowsOf = async <Item>(path: string) => (await console.call<Listed<Item>>('GET', path)).items
  const logs = await rowsOf<{ request_id: string; model_name: string; token_name: string; username: string }>(
    '/api/log/?p=40&page_size=100',
  )
  const users = await rowsOf<{ id: number; username: string }>('/api/user/?p=3&page_size=100')
  const channels = await console.call<ListFacts['channels']>('GET', '/api/channel/?p=1&page_size=100')
  const orders = await rowsOf<{ trade_no: string }>('/api/topup/?p=9&page_size=100')
  const codes = await rowsOf<{ name: string }>('/api/redemption/?p=2&page_size=100')
  const distinct = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '')
  return {
    ...{ now: Math.floor(Date.now() / 1000), channels, groups: await console.call<string[]>('GET', '/api/group/') },
    models: distinct(logs.map(({ model_name }) => model_name)),
    usernames: distinct([...logs.map(({ username }) => username), ...users.map(({ username }) => username)]),
    userIds: [1, ...users.map(({ id }) => id)],
    tokenNames: distinct(logs.map(({ token_name }) => token_name)),
    requestIds: logs.map(({ request_id }) => request_id),
    tradeNumbers: orders.map(({ trade_no }) => trade_no),
    codeNames: distinct(codes.map(({ name }) => name)),
    months: ['2026-11', '2026-10'],
  }
}
