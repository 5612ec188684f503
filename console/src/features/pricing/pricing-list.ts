import type { ListRequest, ListSource } from '~/api/list'
import type { PricingRow } from './pricing-rows.ts'

/** The whole table is there at once, so it is searched and paged here. @param version another one for other rows */
export function pricingList(rows: readonly PricingRow[], version: string): ListSource<PricingRow> {
  return {
    key: `pricing ${version}`,
    load: async ({ page, size, filters }) => {
      const found = rows.filter((row) => isFound(row, filters))
      return { rows: found.slice((page - 1) * size, page * size), total: found.length }
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
