// `node e2e/crash/run-outages.ts [--outage away] [--database postgres] [--away-ms 30000]`: every outage on both database servers.
import { parseArgs } from 'node:util'
import { missingDatabase } from './database-place.ts'
import { outageLine, outages, runOutage } from './outage.ts'

// Ended by hand, the server that runs must end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    outage: { type: 'string' },
    database: { type: 'string' },
    'away-ms': { type: 'string' },
    seed: { type: 'string' },
  },
})
let isClean = true
for (const database of ['postgres', 'mysql'] as const) {
  if (values.database !== undefined && values.database !== database) continue
  const missing = await missingDatabase(database)
  if (missing) {
    process.stdout.write(`skip ${database}: ${missing}\n`)
    continue
  }
  for (const outage of outages) {
    if (values.outage !== undefined && values.outage !== outage) continue
    const report = await runOutage({
      database,
      outage,
      ...(values['away-ms'] === undefined ? {} : { awayMs: Number(values['away-ms']) }),
      ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    })
    process.stdout.write(`${outageLine(report)}\n`)
    for (const complaint of report.complaints) process.stdout.write(`     ${complaint}\n`)
    isClean &&= report.isClean
  }
}
process.exit(isClean ? 0 : 1)
