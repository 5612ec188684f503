// Batched loading: each row of a table requests its own item, and one call loads them all.
import { useQueries } from '@tanstack/react-query'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'

type Load<Item> = (ids: readonly number[]) => Promise<readonly Item[]>

export interface Batched<Item> {
  readonly endpoint: EndpointSpec
  one(id: number): Promise<Item>
}

/** Ids that are requested within this many milliseconds share one call. */
const WAIT_MS = 20

/**
 * @param endpoint under whose path the responses are cached, so that `refreshes: [endpoint]` finds them
 * @example const health = batched(listChannelHealth, (ids) => call(listChannelHealth, { query: { ids: ids.join(',') } }))
 */
export function batched<Item extends { readonly id: number }>(endpoint: EndpointSpec, load: Load<Item>): Batched<Item> {
  let waiting: { readonly ids: Set<number>; readonly answer: Promise<ReadonlyMap<number, Item>> } | undefined

  const begin = () => {
    const ids = new Set<number>()
    const answer = new Promise((resolve) => setTimeout(resolve, WAIT_MS)).then(async () => {
      waiting = undefined
      return new Map((await load([...ids])).map((item) => [item.id, item]))
    })
    return { ids, answer }
  }

  return {
    endpoint,
    async one(id) {
      waiting ??= begin()
      waiting.ids.add(id)
      const item = (await waiting.answer).get(id)
      if (!item) throw new Error(`nothing came for ${id}`)
      return item
    },
  }
}

/** The items of these ids that have arrived; refetched at this interval in milliseconds while the page is visible. */
export function useBatched<Item>(source: Batched<Item>, ids: readonly number[], everyMs: number): readonly Item[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [source.endpoint.path, id],
      queryFn: () => source.one(id),
      staleTime: everyMs / 2,
      refetchInterval: everyMs,
    })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
}
