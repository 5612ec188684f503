import { countOldLogs, deleteOldLogs, listLogs, listOwnLogs, logStats, ownLogStats } from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/log'
import { call, callWhole } from '~/api/call'
import { type ListSource, list } from '~/api/list'
import { useData } from '~/api/use-data'

type Filters = Readonly<Record<string, string>>

/** The rows: everybody's for admins, else the caller's own. */
export const everybodysLogs = searchable(list(listLogs, { first: 1 }))
export const ownLogs = searchable(list(listOwnLogs, { first: 1 }))

/** Sums over the rows that the filters leave. */
export function useLogStats(filters: Filters, isAdmin: boolean, everyMs: number | undefined) {
  const options = everyMs === undefined ? {} : { everyMs }
  const query = asked(filters)
  const everybodys = useData(logStats, { query }, { ...options, when: isAdmin })
  const callers = useData(ownLogStats, { query }, { ...options, when: !isAdmin })
  return isAdmin ? everybodys : callers
}

function searchable(source: ListSource<LogEntry>): ListSource<LogEntry> {
  return { key: source.key, load: (request, signal) => source.load({ ...request, filters: asked(request.filters) }, signal) }
}

/** The server compares model names exactly, but for `*`; what is typed is a part of one, and "in quotes" the whole of it. */
function asked(filters: Filters): Filters {
  const { model_name: model } = filters
  const [, whole] = /^"(.+)"$/.exec(model ?? '') ?? []
  if (whole !== undefined) return { ...filters, model_name: whole }
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
