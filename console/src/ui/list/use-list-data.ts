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
  return {
    page: query.data,
    error: query.error,
    isFirst: query.isPending,
    isRefreshing: query.isFetching && query.data !== undefined,
    refresh: () => query.refetch(),
  }
}
