import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getUserTimeline } from '@waystation/contract/api/people/user-page'
import type { TimelineKind } from '@waystation/contract/people/timeline'
import { callRecord } from '~/api/call'

/** The lines of a timeline, page below page. They load again when something is done to the user. */
export function useTimeline(userId: number, kind: TimelineKind | undefined) {
  const query = useInfiniteQuery({
    queryKey: [getUserTimeline.path, userId, kind ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const query = { cursor: pageParam, ...(kind ? { kind } : {}) }
      return (await callRecord(getUserTimeline, { params: { id: userId }, query }, { signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    placeholderData: keepPreviousData,
  })
  return {
    lines: (query.data?.pages ?? []).flatMap(({ items }) => items),
    error: query.error,
    isLoading: query.isPending,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => query.fetchNextPage(),
    refresh: () => query.refetch(),
  }
}
