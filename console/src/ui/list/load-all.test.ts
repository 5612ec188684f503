import { expect, test } from 'vitest'
import type { ListRequest, ListSource } from '../../api/list.ts'
import { loadAllRows } from './load-all.ts'

/** `total` entries; with `perEntry` each of them is a group of so many rows. */
function sourceOf(total: number, perEntry = 1): ListSource<number> & { readonly asked: ListRequest[] } {
  const asked: ListRequest[] = []
  return {
    key: '/api/things',
    asked,
    async load(request) {
      asked.push(request)
      const entries = Math.max(0, Math.min(request.size, total - (request.page - 1) * request.size))
      return { rows: Array.from({ length: entries * perEntry }, (_, index) => index), total }
    },
  }
}

const request = { sort: '-name', filters: { keyword: 'a' } }

test('all pages are fetched, with the filters and the order of the list', async () => {
  const source = sourceOf(230)
  const steps: string[] = []
  const rows = await loadAllRows(source, request, { limit: 1000, onProgress: (done, total) => steps.push(`${done}/${total}`) })
  expect(rows).toHaveLength(230)
  expect(steps).toEqual(['100/230', '200/230', '230/230'])
  expect(source.asked.map(({ page, sort, filters }) => [page, sort, filters.keyword])).toEqual(
    [1, 2, 3].map((page) => [page, '-name', 'a']),
  )
})

test('pages of groups are counted in groups, however many rows they bring', async () => {
  const rows = await loadAllRows(sourceOf(150, 7), request, { limit: 10_000, onProgress: () => undefined })
  expect(rows).toHaveLength(1050)
})

test('it ends at the limit, and when a list shrinks under it', async () => {
  const source = sourceOf(1000)
  expect(await loadAllRows(source, request, { limit: 300, onProgress: () => undefined })).toHaveLength(300)
  expect(source.asked).toHaveLength(3)
  const shrinking: ListSource<number> = {
    key: '/api/things',
    load: async ({ page }) => ({ rows: page === 1 ? Array.from({ length: 100 }, () => 0) : [], total: 500 }),
  }
  expect(await loadAllRows(shrinking, request, { limit: 1000, onProgress: () => undefined })).toHaveLength(100)
})
