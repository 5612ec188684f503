import { getPricing } from '@waystation/contract/api/catalog'
import { PricingExtra } from '@waystation/contract/pricing'
import { useMemo } from 'react'
import { useWholeData } from '~/api/use-whole-data'
import { catalogueOf } from './catalogue-rules.ts'

const FRESH_MS = 60_000

/** The catalogue as the caller may use it; undefined until it is there. */
export function useCatalogue() {
  const { data, error, isLoading, refresh } = useWholeData(getPricing, {}, { freshMs: FRESH_MS })
  const catalogue = useMemo(() => (data ? catalogueOf(data.data, PricingExtra.parse(data.extra)) : undefined), [data])
  return { catalogue, error, isLoading, refresh }
}
