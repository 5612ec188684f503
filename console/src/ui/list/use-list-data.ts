import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListPage, ListSource } from '../../api/list.ts'
import type { ListState } from './list-state.ts'

export interface ListData<Row> {
  readonly page: ListPage<Row> | undefined
  readonly error: Error | null
  /** Nothing to show yet. */
  readonly isFirst: boolean
  /** Asking again while the old rows stand. */
  readonly isRefreshing: boolean
  /** Is the page the answer to another question, shown until the right one is there? */
  readonly isOther: boolean
  /** Unix seconds when the rows were fetched, where looking again failed. */
  readonly staleSince: number | undefined
  readonly refresh: () => Promise<unknown>
}

/** One page of a list. The old page stands until the new one is there, so nothing jumps. */
export function useListData<Row>(source: ListSource<Row>, state: ListState, everyMs?: number): ListData<Row> {
  const request = { page: state.page, size: state.size, sort: state.sort, filters: state.filters }
  const query = useQuery({
    queryKey: [source.key, 'list', request],
    queryFn: ({ signal }) => source.load(request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
  const isStale = query.data !== undefined && query.errorUpdatedAt > query.dataUpdatedAt && !query.isPlaceholderData
  return {
    page: query.data,
    error: query.error,
    isFirst: query.isPending,
    isRefreshing: query.isFetching && query.data !== undefined,
    isOther: query.isPlaceholderData,
    staleSince: isStale ? query.dataUpdatedAt / 1000 : undefined,
    refresh: () => query.refetch(),
  }
}
