import { sumZoneDays, type ZoneDaysParts } from '../domain/usage/zone-days.ts'
import type { Job } from './job.ts'

/** Sums the site's days that are over, for the dashboard. */
export const usageJob = (parts: ZoneDaysParts): Job => ({
  name: 'sum-usage-days',
  everySeconds: 60,
  isForAll: true,
  run: () => sumZoneDays(parts),
})
