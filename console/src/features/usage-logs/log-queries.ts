import { listLogs, listOwnLogs, logStats, ownLogStats } from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/log'
import { type ListSource, list } from '~/api/list'
import { useData } from '~/api/use-data'

type Filters = Readonly<Record<string, string>>

/** Everybody's rows, for admins. */
export const allLogs = searchable(list(listLogs, { first: 1 }))
/** The caller's own rows. */
export const ownLogs = searchable(list(listOwnLogs, { first: 1 }))

/** Sums over the rows that the filters leave. */
export function useLogStats(filters: Filters, isAdmin: boolean, everyMs: number | undefined) {
  const options = everyMs === undefined ? {} : { everyMs }
  const query = asked(filters)
  const all = useData(logStats, { query }, { ...options, when: isAdmin })
  const own = useData(ownLogStats, { query }, { ...options, when: !isAdmin })
  return isAdmin ? all.data : own.data
}

function searchable(source: ListSource<LogEntry>): ListSource<LogEntry> {
  return { key: source.key, load: (request, signal) => source.load({ ...request, filters: asked(request.filters) }, signal) }
}

/** The server compares model names exactly, but for `*`; what is typed is a part of one. */
function asked(filters: Filters): Filters {
  const { model_name: model } = filters
  return model && !model.includes('*') ? { ...filters, model_name: `*${model}*` } : filters
}
