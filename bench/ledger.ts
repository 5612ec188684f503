// What does the ledger cost by itself: hold, settlement and log row of a call, through the group committer, on every database that this
// machine has? The floor is the same rows by prepared statements straight on SQLite, 32 calls in a transaction, without threads,
// decisions or recovery.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchDatabase, openBenchDatabases } from './lib/databases.ts'
import { type Comparison, inTurn, measured } from './lib/measure.ts'
import { cpuMicroseconds, type Program, startProgram } from './lib/process.ts'
import type { LedgerAnswer, LedgerOrder } from './programs/ledger-load.ts'
import type { Question, Row } from './question.ts'

const CONCURRENCY = [32, 128]
const PROGRAM = new URL('./programs/ledger-load.ts', import.meta.url)
/** Against bare statements on SQLite, ours. In figures the goal is 100 µs a call (reliability 7.1), on a machine that does nothing else. */
const RATIO_GOAL = 2

export const ledger: Question = {
  number: 6,
  title: 'The ledger alone: hold, settlement and log row of a call',
  async ask(options) {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-bench-'))
    const databases = await openBenchDatabases(folder)
    const bare = await startProgram<LedgerOrder, LedgerAnswer>(PROGRAM, { BENCH_SQLITE: join(folder, 'bare.db') })
    try {
      const rows: Row[] = []
      for (const database of databases) rows.push(...(await rowsOf(database, bare, options)))
      return rows
    } finally {
      await bare.stop()
      for (const { drop } of databases) await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function rowsOf(
  database: BenchDatabase,
  bare: Program<LedgerOrder, LedgerAnswer>,
  { rounds, roundSeconds, root }: { rounds: number; roundSeconds: number; root: string },
): Promise<Row[]> {
  const program = await startProgram<LedgerOrder, LedgerAnswer>(PROGRAM, {
    BENCH_ADDRESS: JSON.stringify(database.address),
    BENCH_ROOT: root,
  })
  try {
    const rows: Row[] = []
    for (const concurrency of CONCURRENCY) {
      const wallMicroseconds: number[] = []
      let last: LedgerAnswer | undefined
      const run = async (side: Program<LedgerOrder, LedgerAnswer>, seconds = roundSeconds) => {
        const before = cpuMicroseconds(side.pid)
        const answer = await side.order({ concurrency, seconds })
        if (side === program) {
          last = answer
          wallMicroseconds.push((answer.seconds * 1e6) / answer.calls)
        }
        return (cpuMicroseconds(side.pid) - before) / answer.calls
      }
      await run(bare, 1)
      await run(program, 2)
      wallMicroseconds.length = 0
      const { floor, subject, ratio }: Comparison = await inTurn(rounds, { floor: () => run(bare), subject: () => run(program) })
      const wall = measured(wallMicroseconds)
      const facts = `${wall.median.toFixed(0)} µs wall, ${Math.round(1e6 / wall.median)} calls/s, ${last?.operationsPerCommit.toFixed(0)} operations a commit, hold p50 ${last?.holdP50Ms.toFixed(1)} p99 ${last?.holdP99Ms.toFixed(1)} ms`
      rows.push({
        what: `${database.name}, ${concurrency} calls at once`,
        unit: 'µs CPU',
        subject,
        floor,
        judged: ratio,
        // A server's own work is not in our figure, so only SQLite's is held against its floor.
        ...(database.address.kind === 'sqlite' ? { goal: RATIO_GOAL } : {}),
        note: facts,
      })
    }
    return rows
  } finally {
    await program.stop()
  }
}
