import type { ListRequest, ListSource } from '~/api/list'
import type { PricingRow } from './pricing-rows.ts'

/**
 * The whole table is there at once, so it is searched and paged here.
 * @param key another one for other rows
 * @param reload loads the table again; called when the same page is wanted once more
 */
export function pricingList(rows: readonly PricingRow[], key: string, reload: () => Promise<unknown>): ListSource<PricingRow> {
  const shown = new Set<string>()
  return {
    key: `pricing ${key}`,
    load: async (request) => {
      const page = JSON.stringify(request)
      if (shown.has(page)) await reload()
      shown.add(page)
      const found = rows.filter((row) => isFound(row, request.filters))
      return { rows: found.slice((request.page - 1) * request.size, request.page * request.size), total: found.length }
    },
  }
}

function isFound(row: PricingRow, { keyword = '', vendor = '', billing = '' }: ListRequest['filters']): boolean {
  return (
    row.model.toLowerCase().includes(keyword.toLowerCase()) &&
    (vendor === '' || vendor === (row.vendor || OTHER)) &&
    (billing === '' || (billing === 'call') === row.isPerCall)
  )
}

/** The filter's value for models whose vendor is not known. */
export const OTHER = 'other'

/** Vendors with their number of models, the largest first; the unknown ones last. */
export function vendorCounts(rows: readonly PricingRow[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { vendor } of rows) counts.set(vendor || OTHER, (counts.get(vendor || OTHER) ?? 0) + 1)
  return [...counts].toSorted(([a, many], [b, few]) => Number(a === OTHER) - Number(b === OTHER) || few - many || (a < b ? -1 : 1))
}
