import {
  countOldLogs,
  deleteOldLogs,
  exportLogs,
  exportOwnLogs,
  listLogs,
  listOwnLogs,
  logStats,
  ownLogStats,
} from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/calls/log'
import { call, callWhole } from '~/api/call'
import { type ListSource, list } from '~/api/list'
import { useData } from '~/api/use-data'
import { isInCurrency, quotaPerUnit } from '~/session/status'
import { minQuota } from './min-quota.ts'

type Filters = Readonly<Record<string, string>>

/** The sort value in the URL and in the cost column's head for "most expensive first". */
export const COST_SORT = 'cost'
export const DEAREST_FIRST = `-${COST_SORT}`

/** The rows: everybody's for admins, else the caller's own. */
export const everybodysLogs = searchable(list(listLogs, { first: 1, file: exportLogs }))
export const ownLogs = searchable(list(listOwnLogs, { first: 1, file: exportOwnLogs }))

/** Sums over the rows that the filters leave. */
export function useLogStats(filters: Filters, isAdmin: boolean, everyMs: number | undefined) {
  const options = everyMs === undefined ? {} : { everyMs }
  const query = asked(filters)
  const everybodys = useData(logStats, { query }, { ...options, when: isAdmin })
  const callers = useData(ownLogStats, { query }, { ...options, when: !isAdmin })
  return isAdmin ? everybodys : callers
}

function searchable(source: ListSource<LogEntry>): ListSource<LogEntry> {
  const { file } = source
  return {
    key: source.key,
    ...(file ? { file: (filters: Filters) => file(asked(filters)) } : {}),
    load: ({ sort, ...request }, signal) => {
      const order: Filters = sort === DEAREST_FIRST ? { order: 'cost' } : {}
      return source.load({ ...request, filters: { ...asked(request.filters), ...order } }, signal)
    },
  }
}

/** The server's query: it compares model names exactly, except for `*`, and costs in quota units. */
function asked({ model_name: model, min_cost: cost, ...filters }: Filters): Filters {
  const least = leastCost(cost)
  return {
    ...filters,
    ...(model === undefined ? {} : { model_name: modelPattern(model) }),
    ...(least === undefined ? {} : { min_quota: String(least) }),
  }
}

/** Typed text matches a part of a name, and text "in quotes" the whole name. */
function modelPattern(typed: string): string {
  const [, whole] = /^"(.+)"$/.exec(typed) ?? []
  return whole ?? (typed.includes('*') ? typed : `*${typed}*`)
}

/** The least cost that was typed, in quota units as this installation shows them. */
const leastCost = (typed: string | undefined): number | undefined =>
  minQuota(typed, { isInCurrency: isInCurrency(), quotaPerUnit: quotaPerUnit() })

/** Was something typed as a least cost that is none? */
export const isBadLeastCost = (typed: string | undefined): boolean => typed !== undefined && typed !== '' && leastCost(typed) === undefined

/** Removes old rows, call by call until none is left. @param onProgress called with the number removed so far */
export async function removeOldLogs(before: number, onProgress: (count: number) => void): Promise<number> {
  let count = 0
  for (;;) {
    const { data, extra } = await callWhole(deleteOldLogs, { query: { target_timestamp: String(before) } })
    count += data
    if (extra.is_complete === true) return count
    onProgress(count)
  }
}

/** How many rows a clean-up would remove. */
export const countOld = (before: number): Promise<number> => call(countOldLogs, { query: { target_timestamp: String(before) } })
