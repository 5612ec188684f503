import { callsHealth, ownCallsHealth } from '@waystation/contract/api/data'
import type { CallsHealth } from '@waystation/contract/calls/health'
import { type Data, useData } from '~/api/use-data'
import type { View } from '../use-view.ts'

/** How the calls of the view ended: everybody's or one user's for admins, else the caller's own. */
export function useHealth({ isAdmin, span, step, username }: View, everyMs: number): Data<CallsHealth> {
  const query = { start_timestamp: span.from, end_timestamp: span.to, step }
  const options = { everyMs, freshMs: everyMs, keepsPrevious: true, refetchesOnReturn: true }
  const everybodys = useData(callsHealth, { query: { ...query, username } }, { ...options, when: isAdmin })
  const own = useData(ownCallsHealth, { query }, { ...options, when: !isAdmin })
  return isAdmin ? everybodys : own
}

/** The share of calls that were answered, of those that could have been; null where there were none. */
export const successShare = (answered: number, failed: number): number | null =>
  answered + failed === 0 ? null : answered / (answered + failed)

/** `0.42 s`, `12.3 s`; a dash where nothing was timed. @param ms milliseconds */
export function secondsText(ms: number | null): string {
  if (ms === null) return '–'
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

/** A share of 0 to 1 with two decimals: between 99.9 and 99.99 lies a lot. One that only rounds to the whole is marked. */
export function successText(share: number | null): string {
  if (share === null) return '–'
  if (share < 1 && share > 0.99995) return '>99.99%'
  return `${(share * 100).toFixed(2)}%`
}
