import { countOldLogs, deleteOldLogs, listLogs, listOwnLogs, logStats, ownLogStats } from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/log'
import { call, callWhole } from '~/api/call'
import { type ListSource, list } from '~/api/list'
import { useData } from '~/api/use-data'

type Filters = Readonly<Record<string, string>>

const HOUR = 3600

/** Until an hour from now: a clock that is a little ahead hides nothing. */
export const anHourFromNow = (): number => Math.floor(Date.now() / 1000) + HOUR

const everybody = list(listLogs, { first: 1 })
const own = list(listOwnLogs, { first: 1 })
const sources = {
  all: { live: searchable(everybody, true), fixed: searchable(everybody, false) },
  own: { live: searchable(own, true), fixed: searchable(own, false) },
}

/** The rows: everybody's for admins, else the caller's own. While nobody has set its end, the span of time moves along with the clock. */
export const logSource = (isAdmin: boolean, isLive: boolean): ListSource<LogEntry> =>
  sources[isAdmin ? 'all' : 'own'][isLive ? 'live' : 'fixed']

/** Sums over the rows that the filters leave. */
export function useLogStats(filters: Filters, isAdmin: boolean, everyMs: number | undefined) {
  const options = everyMs === undefined ? {} : { everyMs }
  const query = asked(filters)
  const everybodys = useData(logStats, { query }, { ...options, when: isAdmin })
  const callers = useData(ownLogStats, { query }, { ...options, when: !isAdmin })
  return isAdmin ? everybodys : callers
}

function searchable(source: ListSource<LogEntry>, isLive: boolean): ListSource<LogEntry> {
  return {
    key: source.key,
    load: (request, signal) => {
      const filters = { ...asked(request.filters), ...(isLive ? { end_timestamp: String(anHourFromNow()) } : {}) }
      return source.load({ ...request, filters }, signal)
    },
  }
}

/** The server compares model names exactly, but for `*`; what is typed is a part of one. */
function asked(filters: Filters): Filters {
  const { model_name: model } = filters
  return model && !model.includes('*') ? { ...filters, model_name: `*${model}*` } : filters
}

/** Removes old rows, call by call until none is left. @param onProgress told how many are gone so far */
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
