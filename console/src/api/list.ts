// A paged endpoint as the kit's tables see it. Some endpoints count pages from 0 and return a bare list with `total` next to it,
// others count from 1 and answer {items, total}; that ends here. On the screen the first page is 1.
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { callFile, callRecord, type RecordOf, type SentFile } from './call.ts'

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
  /** There are more rows than `total`: the server counts no further. */
  readonly hasMore?: boolean
  /** The response's other top-level fields, such as counts for a filter. */
  readonly beside?: Readonly<Record<string, unknown>>
}

export interface ListSource<Row> {
  /** The cache key of its pages: the endpoint's path, so that `refreshes: [endpoint]` finds them. */
  readonly key: string
  load(request: ListRequest, signal?: AbortSignal): Promise<ListPage<Row>>
  /** All rows that some filters leave, as the server makes a file of them; absent: the browser makes it of the rows. */
  readonly file?: (filters: ListRequest['filters']) => Promise<SentFile>
}

export type RowOf<Spec extends EndpointSpec> =
  RecordOf<Spec> extends readonly (infer Row)[] ? Row : RecordOf<Spec> extends { items: readonly (infer Row)[] } ? Row : never

export interface ListOptions {
  /** The number of the first page: 0 on channels and tokens, 1 elsewhere. */
  readonly first: 0 | 1
  /** What the page size is called; default `page_size`. */
  readonly sizeName?: 'size' | 'page_size'
  /** Another endpoint to call when one of these filters is set. If it has no paging, its whole response is cut into pages here. */
  readonly search?: { readonly endpoint: EndpointSpec; readonly when: readonly string[]; readonly isPaged: boolean }
  /** Makes the list's file on the server, where it may be longer than a browser can hold. */
  readonly file?: EndpointSpec
  /** Parameters that are always sent. */
  readonly fixed?: Readonly<Record<string, string>>
}

/**
 * A paged endpoint as a source for ListTable.
 * @example export const channelList = list(listChannels, { first: 0, search: { endpoint: searchChannels, when: ['keyword', 'group', 'model'], isPaged: true } })
 */
export function list<const Spec extends EndpointSpec>(endpoint: Spec, options: ListOptions): ListSource<RowOf<Spec>> {
  const { file } = options
  return {
    key: endpoint.path,
    ...(file ? { file: (filters) => callFile(file, { query: { ...options.fixed, ...filters } }) } : {}),
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
      const answer = await callRecord(asked, { query }, signal ? { signal } : {})
      const page = { ...readPage<RowOf<Spec>>(answer.data, answer.extra.total), beside: answer.extra }
      return search && !search.isPaged ? cut(page.rows, request) : page
    },
  }
}

function readPage<Row>(data: unknown, envelopeTotal: unknown): ListPage<Row> {
  if (Array.isArray(data)) return { rows: data, total: typeof envelopeTotal === 'number' ? envelopeTotal : data.length }
  if (typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)) {
    const total = 'total' in data && typeof data.total === 'number' ? data.total : data.items.length
    return { rows: data.items, total, hasMore: 'has_more' in data && data.has_more === true }
  }
  return { rows: [], total: 0 }
}

function cut<Row>(rows: readonly Row[], request: ListRequest): ListPage<Row> {
  const from = (request.page - 1) * request.size
  return { rows: rows.slice(from, from + request.size), total: rows.length }
}
