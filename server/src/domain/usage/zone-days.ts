// Sums the days of the site's zone once they are over.
import { timeZone } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import { removeOtherZones, SETTLED_SECONDS, sumDay } from '../ledger/projections/zone-days-store.ts'
import { findFirstQuarter, findSummedDays, hasOtherZones } from './usage-parts-store.ts'

/** Days that one run sums: a year of them, on a database that had none, takes a few minutes' runs. */
const DAYS_AT_ONCE = 60

export interface ZoneDaysParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A chore, newest days first; safe to run twice, and at several nodes. A change of the zone begins anew. */
export async function sumZoneDays({ database, options, now }: ZoneDaysParts): Promise<void> {
  const zone = options.get(timeZone)
  const first = await findFirstQuarter(database)
  if (first === undefined) return
  if (await hasOtherZones(database, zone)) await database.run(removeOtherZones, { zone })
  const start = (day: number) => startOfDay(day, zone) / 1000
  const [oldest, today] = [dayOf(first * 1000, zone), dayOf(now() - SETTLED_SECONDS * 1000, zone)]
  const summed = new Set((await findSummedDays(database, zone, { from: start(oldest), to: start(today) })).map(({ from }) => from))
  const missing: number[] = []
  for (let day = today - 1; day >= oldest && missing.length < DAYS_AT_ONCE; day -= 1) if (!summed.has(start(day))) missing.push(day)
  for (const day of missing) await database.run(sumDay, { zone, from: start(day), to: start(day + 1) })
}
