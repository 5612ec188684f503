// Things that many rows of a table each need one of: asked for row by row, and loaded with one call.
import { useQueries } from '@tanstack/react-query'
import type { EndpointSpec } from '@waystation/contract/endpoint'

type Load<Item> = (ids: readonly number[]) => Promise<readonly Item[]>

export interface Batched<Item> {
  readonly endpoint: EndpointSpec
  one(id: number): Promise<Item>
}

/** Ids that are asked for within so many milliseconds go with one call. */
const WAIT_MS = 20

/**
 * @param endpoint under whose path the answers are kept, so that `refreshes: [endpoint]` finds them
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

/** What has come of these ids so far; asked again every so many milliseconds while the page is visible. */
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
