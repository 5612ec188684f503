// How long does the simulator of prices take over 200,000 calls of a week, and how long does it hold up what else the process does? The
// simulator runs in this process as it runs in the server; the database's threads and servers are the real ones.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../server/src/db/database.ts'
import type { DatabaseAddress } from '../server/src/db/kind.ts'
import { openDatabase } from '../server/src/db/open-database.ts'
import { openOptions } from '../server/src/domain/option/option-service.ts'
import { PriceSimulator } from '../server/src/domain/pricing/simulation/price-simulator.ts'
import { writeTasks } from '../server/src/domain/write-tasks.ts'
import { bareNames } from '../server/src/gateway/upstream/upstream-call.ts'
import { secretsOf } from '../server/src/lib/secret.ts'
import { localInvalidation } from '../server/src/lib/shared/invalidation.ts'
import { providers } from '../server/src/providers/registry.ts'
import { openBenchDatabases } from './lib/databases.ts'
import { measured } from './lib/measure.ts'
import { watchTurns } from './lib/turns.ts'
import { chargeTasks, writeTasks as ownTasks } from './programs/charge-tasks.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const CALLS = 200_000
const BATCH = 5000
const DAYS = 7
const DAY_SECONDS = 86_400
const GOAL_SECONDS = 20
/** Of a slice of work, or of copying one page of rows, with a collection of garbage in it. */
const GOAL_STALL_MS = 15

export const priceSimulation: Question = {
  number: 13,
  title: 'The simulator of prices over 200,000 calls of a week',
  async ask(options) {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-bench-'))
    const databases = await openBenchDatabases(folder)
    try {
      const rows: Row[] = []
      for (const { name, address } of databases) rows.push(...(await rowsOf(name, address, options)))
      return rows
    } finally {
      for (const { drop } of databases) await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function rowsOf(name: string, address: DatabaseAddress, { rounds, say }: BenchOptions): Promise<Row[]> {
  const database = await open(address)
  try {
    say(`  ${name}: 200,000 rows are written …`)
    await fill(database)
    const options = await openOptions(database, secretsOf(Buffer.alloc(32, 7)), localInvalidation())
    const simulator = new PriceSimulator({ database, options, bareName: bareNames({ providers, options }), now: () => Date.now() })
    const [seconds, stalls]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const { took, stall } = await simulateOnce(simulator)
      // The first round only warms up.
      if (round === 0) continue
      seconds.push(took)
      stalls.push(stall)
    }
    const [load = 0] = loadavg()
    const facts = { note: `load ${load.toFixed(1)}`, ...(load > availableParallelism() ? { unclear: 'the machine is busy' } : {}) }
    // CPU time holds on a busy machine too.
    const [time, stall] = [measured(seconds), measured(stalls)]
    return [
      { what: `${name}: all of it`, unit: 's', subject: time, judged: time, goal: GOAL_SECONDS, ...facts },
      { what: `${name}: the longest turn of the event loop`, unit: 'ms CPU', subject: stall, judged: stall, goal: GOAL_STALL_MS },
    ]
  } finally {
    await database.close()
  }
}

/** Seconds, and the longest turn of the event loop in milliseconds of the main thread's CPU. */
async function simulateOnce(simulator: PriceSimulator): Promise<{ took: number; stall: number }> {
  const turns = watchTurns()
  const changes = { ModelRatio: '{"gpt-5":0.9,"gpt-4o":1.4}', CompletionRatio: '{"gpt-5":6}' }
  const { calls, skipped, took_ms } = await simulator.simulate({ changes, days: DAYS + 1, caller: { role: 100 }, hasLeft: () => false })
  const stall = turns.stop()
  if (calls !== CALLS || skipped.calls !== 0) throw new Error(`${calls} calls were charged again, ${skipped.calls} were skipped`)
  return { took: took_ms / 1000, stall }
}

function open(address: DatabaseAddress): Promise<Database> {
  return openDatabase({
    address,
    taskModules: [new URL('../server/src/domain/write-tasks.ts', import.meta.url), new URL('./programs/charge-tasks.ts', import.meta.url)],
    tasks: [...writeTasks, ...ownTasks],
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
}

async function fill(database: Database): Promise<void> {
  const to = Math.floor(Date.now() / 1000)
  const week = { from: to - DAYS * DAY_SECONDS, to, all: CALLS }
  for (let first = 0; first < CALLS; first += BATCH) await database.run(chargeTasks.seedCharges, { ...week, first, calls: BATCH })
  await database.run(chargeTasks.analyzeCharges, null)
}
