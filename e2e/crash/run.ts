// `npm run crash`: 100 rounds on SQLite, 30 on PostgreSQL, 30 on MySQL. `--rounds 5 --database postgres --seed 7 --trouble kill-connections`.
import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { reportLine, runCrashLoop } from './crash-loop.ts'
import { databaseKinds, missingDatabase } from './database-place.ts'

const DEFAULT_ROUNDS: Readonly<Record<DatabaseKind, number>> = { sqlite: 100, postgres: 30, mysql: 30 }

// Ended by hand, the server that runs must end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    database: { type: 'string', default: 'all' },
    seed: { type: 'string' },
    clients: { type: 'string' },
    trouble: { type: 'string', default: 'kill' },
    verbose: { type: 'boolean', default: false },
  },
})
const kinds = databaseKinds.filter((kind) => values.database === 'all' || values.database === kind)
if (kinds.length === 0) throw new Error(`--database must be one of ${databaseKinds.join(', ')}, all`)

let isClean = true
for (const kind of kinds) {
  const missing = await missingDatabase(kind)
  if (missing) {
    process.stdout.write(`skip ${kind}: ${missing}\n`)
    continue
  }
  const report = await runCrashLoop({
    database: kind,
    rounds: Number(values.rounds ?? DEFAULT_ROUNDS[kind]),
    trouble: values.trouble === 'kill-connections' ? 'kill-connections' : 'kill',
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    ...(values.clients === undefined ? {} : { clients: Number(values.clients) }),
    ...(values.verbose ? { onRound: (line) => void process.stderr.write(`${line}\n`) } : {}),
  })
  process.stdout.write(`${reportLine(report)}\n`)
  for (const complaint of report.complaints) process.stdout.write(`     ${complaint}\n`)
  isClean &&= report.isClean
}
process.exit(isClean ? 0 : 1)
