// `npm run crash`: 100 rounds on SQLite, 30 on PostgreSQL, 30 on MySQL, then every outage on both database servers.
// With words it does what they say: `--rounds 5 --database postgres --seed 7 --trouble kill-connections` are rounds alone, with `--outages`
// the outages come after them; `--rounds 0 --outage away --away-ms 30000` is one outage alone.
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { absentDatabases } from '../../server/src/testing/databases/database-servers.ts'
import { readChoice } from './choice.ts'
import { reportLine, runCrashLoop } from './crash-loop.ts'
import { outageLine, outages, runOutage } from './outage.ts'

const DEFAULT_ROUNDS: Readonly<Record<DatabaseKind, number>> = { sqlite: 100, postgres: 30, mysql: 30 }

// Ended by hand, the server that runs must end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const { databases, rounds, trouble, clients, isVerbose, outages: outageChoice, ...choice } = readChoice(process.argv.slice(2))
const seed = choice.seed === undefined ? {} : { seed: choice.seed }
const absent = await absentDatabases()
let isClean = true
let runs = 0

function isThere(database: DatabaseKind): boolean {
  const missing = absent[database]
  if (missing) process.stdout.write(`skip ${database}: ${missing}\n`)
  return !missing
}

function tell(line: string, report: { readonly complaints: readonly string[]; readonly isClean: boolean }): void {
  runs += 1
  process.stdout.write(`${[line, ...report.complaints.map((complaint) => `     ${complaint}`)].join('\n')}\n`)
  isClean &&= report.isClean
}

for (const database of rounds === 0 ? [] : databases) {
  if (!isThere(database)) continue
  const report = await runCrashLoop({
    ...{ database, rounds: rounds ?? DEFAULT_ROUNDS[database], trouble, ...seed },
    ...(clients === undefined ? {} : { clients }),
    ...(isVerbose ? { onRound: (line) => void process.stderr.write(`${line}\n`) } : {}),
  })
  tell(reportLine(report), report)
}
// The outages come after a loop with faults too: whoever waited for one wants both. SQLite is a file and cannot be away.
for (const database of outageChoice ? databases : []) {
  if (database === 'sqlite' || !isThere(database)) continue
  for (const outage of outages) {
    if (outageChoice?.outage !== undefined && outageChoice.outage !== outage) continue
    const awayMs = outageChoice?.awayMs
    const report = await runOutage({ database, outage, ...seed, ...(awayMs === undefined ? {} : { awayMs }) })
    tell(outageLine(report), report)
  }
}
// Where every database was missing, nothing was proved.
if (runs === 0) process.stdout.write('nothing was run\n')
process.exit(isClean && runs > 0 ? 0 : 1)
