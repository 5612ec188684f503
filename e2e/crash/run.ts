// `npm run crash`: 100 rounds on SQLite, 30 on PostgreSQL, 30 on MySQL, then every outage on both database servers.
// With words it does what they say: `--rounds 5 --database postgres --seed 7 --trouble kill-connections` are rounds alone, with `--outages`
// the outages come after them; `--rounds 0 --outage away --away-ms 30000` is one outage alone.
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { type CrashChoice, readChoice } from './choice.ts'
import { reportLine, runCrashLoop } from './crash-loop.ts'
import { missingDatabase } from './database-place.ts'
import { runOutages } from './run-outages.ts'

const DEFAULT_ROUNDS: Readonly<Record<DatabaseKind, number>> = { sqlite: 100, postgres: 30, mysql: 30 }

// Ended by hand, the server that runs must end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const choice = readChoice(process.argv.slice(2))
const seed = choice.seed === undefined ? {} : { seed: choice.seed }

async function loop({ databases, rounds, trouble, clients, isVerbose }: CrashChoice): Promise<boolean> {
  let isClean = true
  for (const database of databases) {
    const missing = await missingDatabase(database)
    if (missing) {
      process.stdout.write(`skip ${database}: ${missing}\n`)
      continue
    }
    const report = await runCrashLoop({
      ...{ database, rounds: rounds ?? DEFAULT_ROUNDS[database], trouble, ...seed },
      ...(clients === undefined ? {} : { clients }),
      ...(isVerbose ? { onRound: (line) => void process.stderr.write(`${line}\n`) } : {}),
    })
    process.stdout.write(`${reportLine(report)}\n`)
    for (const complaint of report.complaints) process.stdout.write(`     ${complaint}\n`)
    isClean &&= report.isClean
  }
  return isClean
}

let isClean = choice.rounds === 0 || (await loop(choice))
// The outages come after a loop with faults too: whoever waited for one wants both.
const servers = choice.databases.filter((kind) => kind !== 'sqlite')
if (choice.outages) isClean = (await runOutages({ ...choice.outages, databases: servers, ...seed })) && isClean
process.exit(isClean ? 0 : 1)
