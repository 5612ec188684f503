// How long does the dashboard wait for its figures? The log has a million rows of a month, of 200 users, 30 models and 20 channels, with the
// hourly sums that belong to them, on every database that this machine has; the overview is requested over HTTP, one call after
// the other, as screens do.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UsageOverview } from '@waystation/contract/calls/data'
import type { DatabaseAddress } from '../server/src/db/kind.ts'
import { openDatabase } from '../server/src/db/open-database.ts'
import { writeTasks } from '../server/src/domain/write-tasks.ts'
import { type ConsoleClient, logIn, setUp } from '../server/src/testing/console-client.ts'
import { freePort } from '../server/src/testing/network/free-port.ts'
import { openBenchDatabases } from './lib/databases.ts'
import { startGateway } from './lib/gateway.ts'
import { measured, percentile } from './lib/measure.ts'
import { fillTasks, writeTasks as ownTasks, type SeedCall } from './programs/usage-tasks.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const GOAL_MS = 300
const [USERS, MODELS, CHANNELS] = [200, 30, 20]
const DAY_SECONDS = 86_400
const DAYS = 30
/** Doubled so often: 1,000,000 rows. */
const SEED_CALLS = 15_625
const DOUBLINGS = 6
const CALLS_A_ROUND = 12
/** The calls that a month must show: a few at its two ends are outside the span that the request names. */
const MIN_COUNTED_CALLS = 0.95 * SEED_CALLS * 2 ** DOUBLINGS

export const dashboard: Question = {
  number: 12,
  title: 'The dashboard over 1,000,000 calls of 30 days',
  async ask(options) {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-bench-'))
    const databases = await openBenchDatabases(folder)
    try {
      const rows: Row[] = []
      for (const { name, address } of databases) rows.push(...(await rowsOf(name, address, folder, options)))
      return rows
    } finally {
      for (const { drop } of databases) await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function rowsOf(name: string, address: DatabaseAddress, folder: string, options: BenchOptions): Promise<Row[]> {
  const databaseUrl = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
  const start = async () => startGateway({ ...options, databaseUrl }, join(folder, address.kind), await freePort())
  const first = await start()
  // The super admin is user 1, who calls most.
  await setUp(`http://127.0.0.1:${first.port}`)
  await first.stop()
  options.say(`  ${name}: a million rows are written …`)
  const now = Math.floor(Date.now() / 1000)
  await fill(address, now)
  const gateway = await start()
  try {
    const console = await logIn(`http://127.0.0.1:${gateway.port}`)
    const rows: Row[] = []
    for (const [whose, path] of [
      ["everybody's", '/api/data/overview'],
      ["the busiest user's", '/api/data/self/overview'],
    ] as const) {
      for (const step of ['hour', 'day'] as const) {
        const span = `start_timestamp=${now - DAYS * DAY_SECONDS}&end_timestamp=${now}&step=${step}`
        const ask = (at: number) => `${path}?${span}&order=${['quota', 'calls', 'tokens'][at % 3]}`
        const minCalls = path.includes('self') ? 1 : MIN_COUNTED_CALLS
        await times(console, ask, { calls: 3, minCalls })
        const p95s: number[] = []
        for (let round = 0; round < options.rounds; round++)
          p95s.push(percentile(await times(console, ask, { calls: CALLS_A_ROUND, minCalls }), 0.95))
        const subject = measured(p95s)
        const [load = 0] = loadavg()
        rows.push({
          what: `${name}: ${whose} 30 days by the ${step}, 95 of 100`,
          unit: 'ms',
          subject,
          judged: subject,
          goal: GOAL_MS,
          note: `load ${load.toFixed(1)}`,
          // Absolute figures do not hold where others want the cores too.
          ...(load > availableParallelism() ? { unclear: 'the machine is busy' } : {}),
        })
      }
    }
    return rows
  } finally {
    await gateway.stop()
  }
}

/** Milliseconds that each of so many calls took, sorted. */
async function times(
  console: ConsoleClient,
  ask: (at: number) => string,
  { calls, minCalls }: { calls: number; minCalls: number },
): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < calls; at++) {
    const startedMs = performance.now()
    const { totals } = await console.call<UsageOverview>('GET', ask(at))
    took.push(performance.now() - startedMs)
    if (totals.calls < minCalls) throw new Error(`the dashboard has ${totals.calls} calls of ${minCalls}`)
  }
  return took.sort((a, b) => a - b)
}

async function fill(address: DatabaseAddress, now: number): Promise<void> {
  const database = await openDatabase({
    address,
    taskModules: [new URL('../server/src/domain/write-tasks.ts', import.meta.url), new URL('./programs/usage-tasks.ts', import.meta.url)],
    tasks: [...writeTasks, ...ownTasks],
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
  try {
    const month = { from: now - DAYS * DAY_SECONDS, seconds: DAYS * DAY_SECONDS }
    await database.run(fillTasks.seedCalls, { calls: seedCalls(), month })
    for (let round = 1; round <= DOUBLINGS; round++) await database.run(fillTasks.doubleCalls, { month, round })
    await database.run(fillTasks.sumCalls, null)
  } finally {
    await database.close()
  }
}

/** A few users call most, each has some models that they like best, and each model is at two channels. The same in every run. */
function seedCalls(): SeedCall[] {
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: SEED_CALLS }, () => {
    const userId = 1 + Math.floor(USERS * random() ** 2.5)
    const model = (userId * 7 + 11 * Math.floor(5 * random() ** 2)) % MODELS
    const channelId = 1 + ((model * 3 + Math.floor(2 * random())) % CHANNELS)
    return { userId, channelId, model: `bench-model-${model}`, tokens: 100 + Math.floor(5000 * random() ** 3) }
  })
}
