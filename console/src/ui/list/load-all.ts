import type { ListSource } from '../../api/list.ts'

const PAGE_SIZE = 100

export interface LoadAllOptions {
  /** No more rows than so many, about: the page that passes it is the last one. Absent: all. */
  readonly limit?: number
  /** Called after each page; in lists of groups both count groups. */
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Every row that the filters leave, page by page. A row that moves to another page meanwhile may come twice or not at all. */
export async function loadAllRows<Row>(
  source: ListSource<Row>,
  request: { readonly sort?: string | undefined; readonly filters: Readonly<Record<string, string>> },
  { limit = Number.POSITIVE_INFINITY, onProgress, signal }: LoadAllOptions = {},
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const { sort, filters } = request
  for (let page = 1; rows.length < limit; page += 1) {
    const next = await source.load({ sort, filters, page, size: PAGE_SIZE }, signal)
    rows.push(...next.rows)
    // Pages and total count the same thing, be it rows or groups of rows; the rows of a page of groups may be many more.
    const done = Math.min(page * PAGE_SIZE, next.total)
    onProgress?.(done, next.total)
    if (next.rows.length === 0 || done >= next.total) break
  }
  return rows
}
