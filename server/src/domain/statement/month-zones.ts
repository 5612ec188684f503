// In which time zones months of statements are counted.
import { timeZone } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { begin, findMonthZones } from './month-zone-store.ts'
import { type MonthZones, monthNow } from './statement-month.ts'

export interface MonthZoneParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
}

export async function monthZones({ database, options }: MonthZoneParts): Promise<MonthZones> {
  return { begun: await findMonthZones(database), site: options.get(timeZone) }
}

/**
 * A chore: notes in which time zone this month began, if it is not known yet. A change of the site's zone counts from the next one on.
 * @param now unix milliseconds
 */
export async function beginMonth(parts: MonthZoneParts, now: number): Promise<void> {
  const zones = await monthZones(parts)
  const month = monthNow(Math.floor(now / 1000), zones)
  if (!zones.begun.has(month)) await begin(parts.database, { month, zone: zones.site })
}
