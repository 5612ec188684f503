import { useQuery } from '@tanstack/react-query'
import { listOptions } from '@waystation/contract/api/option'
import { listPriceVersions } from '@waystation/contract/api/price'
import type { PriceVersion } from '@waystation/contract/price-version'
import { call } from '~/api/call'
import type { SettingTexts } from './price-draft.ts'

export interface PriceSettings {
  readonly texts: SettingTexts
  /** The newest version; undefined while there is none. */
  readonly newest: PriceVersion | undefined
}

/** The stored price settings, with the version that they are at least of. */
export function usePriceSettings(): {
  readonly settings: PriceSettings | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
} {
  const query = useQuery({
    // Whatever loads the options again loads these too.
    queryKey: [listOptions.path, 'prices'],
    // The version first: prices that are saved in between are then refused as outdated, and never overwritten.
    queryFn: async (): Promise<PriceSettings> => {
      const { items } = await call(listPriceVersions, { query: { p: 1, page_size: 1 } })
      const options = await call(listOptions)
      return { texts: Object.fromEntries(options.map(({ key, value }) => [key, value])), newest: items[0] }
    },
    refetchOnWindowFocus: false,
  })
  return { settings: query.data, error: query.error, refresh: () => query.refetch() }
}
