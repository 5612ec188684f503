// `npm run billing-month`: 200,000 calls of one month with all that moves money, on one database, and the table of what was compared with what.
// --calls 2000   fewer calls      --database postgres   another database      --seed 7   other choices
import { parseArgs } from 'node:util'
import { faultsOf, runBillingMonth } from '../../server/src/testing/billing-month/billing-month.ts'
import { databaseKinds } from '../crash/database-place.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '200000' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '20260901' },
  },
})
const database = databaseKinds.find((kind) => kind === values.database)
if (!database) throw new Error(`--database must be one of ${databaseKinds.join(', ')}`)
const say = (words: string) => void process.stderr.write(`${words}\n`)
const report = await runBillingMonth({ database, calls: Number(values.calls), seed: Number(values.seed), say })
const wrong = report.comparisons.filter(({ screen, entries }) => screen !== entries)
for (const { what, screen, entries } of report.comparisons)
  process.stdout.write(
    `${screen === entries ? 'ok  ' : 'BAD '} ${what.padEnd(52)} ${String(screen).padStart(16)} ${String(entries).padStart(16)}\n`,
  )
const words = (counts: Iterable<readonly [string, number]>) => [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
process.stdout.write(`calls: ${words(report.kinds)}\nentries: ${words(report.entries)}\n`)
const faults = faultsOf(report)
for (const fault of faults) process.stdout.write(`BAD  ${fault}\n`)
process.stdout.write(
  `${database}: ${report.comparisons.length} numbers compared, ${wrong.length} wrong; ${report.books.entries} entries, differences ${report.books.differences.length}, open holds ${report.books.openHolds}, charges without log ${report.books.chargesWithoutLog}; ${Math.round(report.seconds)} s, seed ${values.seed}\n`,
)
process.exit(faults.length === 0 ? 0 : 1)
