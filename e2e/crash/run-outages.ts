// Outages one after the other, each reported when it ends.
import { missingDatabase } from './database-place.ts'
import { type Outage, outageLine, outages, runOutage } from './outage.ts'

export interface OutageChoice {
  /** Absent: all of them. */
  readonly outage?: Outage
  /** Absent: both database servers. SQLite is a file and cannot be away. */
  readonly databases: readonly ('postgres' | 'mysql')[]
  readonly awayMs?: number
  readonly seed?: number
}

/** Did every outage end with the books right and within its limits? */
export async function runOutages({ outage: only, databases, ...options }: OutageChoice): Promise<boolean> {
  let isClean = true
  for (const database of databases) {
    const missing = await missingDatabase(database)
    if (missing) {
      process.stdout.write(`skip ${database}: ${missing}\n`)
      continue
    }
    for (const outage of outages) {
      if (only !== undefined && only !== outage) continue
      const report = await runOutage({ database, outage, ...options })
      process.stdout.write(`${outageLine(report)}\n`)
      for (const complaint of report.complaints) process.stdout.write(`     ${complaint}\n`)
      isClean &&= report.isClean
    }
  }
  return isClean
}
