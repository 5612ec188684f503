// A paged endpoint as the kit's tables see it. Some endpoints count pages from 0 and answer with a bare list and `total` beside it,
// others count from 1 and answer {items, total}; that ends here. On the screen the first page is 1.
import type { EndpointSpec } from '@waystation/contract/endpoint'
import type { z } from 'zod'
import { callWhole } from './call.ts'

export interface ListRequest {
  /** From 1. */
  readonly page: number
  readonly size: number
  /** A column's `sortKey`, with a minus in front for downwards. */
  readonly sort?: string | undefined
  /** Query parameters by name; empty ones are not sent. */
  readonly filters: Readonly<Record<string, string>>
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** What stands beside `data` in the answer, such as counts for a filter. */
  readonly beside?: Readonly<Record<string, unknown>>
}

export interface ListSource<Row> {
  /** Under which its pages are kept: the endpoint's path, so that `refreshes: [endpoint]` finds them. */
  readonly key: string
  load(request: ListRequest, signal?: AbortSignal): Promise<ListPage<Row>>
}

/** Sound because list rows hold no codecs: what stands in the JSON is what the schema gives, but for the brands of ids and quota. */
type Data<Spec extends EndpointSpec> = z.output<Spec['data']>
export type RowOf<Spec extends EndpointSpec> =
  Data<Spec> extends readonly (infer Row)[] ? Row : Data<Spec> extends { items: readonly (infer Row)[] } ? Row : never

export interface ListOptions {
  /** The number of the first page: 0 on channels and tokens, 1 elsewhere. */
  readonly first: 0 | 1
  /** What the page size is called; default `page_size`. */
  readonly sizeName?: 'size' | 'page_size'
  /** Another endpoint that is asked instead when one of these filters is set. Without paging of its own its whole answer is cut into pages here. */
  readonly search?: { readonly endpoint: EndpointSpec; readonly when: readonly string[]; readonly isPaged: boolean }
  /** Parameters that are always sent. */
  readonly fixed?: Readonly<Record<string, string>>
}

/**
 * A paged endpoint as a source for ListTable.
 * @example export const channelList = list(listChannels, { first: 0, search: { endpoint: searchChannels, when: ['keyword', 'group', 'model'], isPaged: true } })
 */
export function list<const Spec extends EndpointSpec>(endpoint: Spec, options: ListOptions): ListSource<RowOf<Spec>> {
  return {
    key: endpoint.path,
    async load(request, signal) {
      const search = options.search?.when.some((name) => request.filters[name]) ? options.search : undefined
      const asked: EndpointSpec = search?.endpoint ?? endpoint
      const query = {
        ...options.fixed,
        ...request.filters,
        p: String(request.page - 1 + options.first),
        [options.sizeName ?? 'page_size']: String(request.size),
        ...(request.sort ? { sort: request.sort } : {}),
      }
      const answer = await callWhole(asked, { query } as object, signal ? { signal } : {})
      const page = { ...readPage<RowOf<Spec>>(answer.data, answer.extra.total), beside: answer.extra }
      return search && !search.isPaged ? cut(page.rows, request) : page
    },
  }
}

function readPage<Row>(data: unknown, totalBeside: unknown): ListPage<Row> {
  if (Array.isArray(data)) return { rows: data as Row[], total: typeof totalBeside === 'number' ? totalBeside : data.length }
  if (typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)) {
    return { rows: data.items as Row[], total: 'total' in data && typeof data.total === 'number' ? data.total : data.items.length }
  }
  return { rows: [], total: 0 }
}

function cut<Row>(rows: readonly Row[], request: ListRequest): ListPage<Row> {
  const from = (request.page - 1) * request.size
  return { rows: rows.slice(from, from + request.size), total: rows.length }
}
