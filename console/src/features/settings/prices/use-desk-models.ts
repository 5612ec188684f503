// What the server says of models beside their prices: who serves them, whether they are sold, and what those without a price may cost.
import { listPriceModels } from '@waystation/contract/api/money/price-review'
import type { PriceDeskModel } from '@waystation/contract/prices/price-desk'
import { useMemo } from 'react'
import { useData } from '~/api/use-data'
import { useDesk } from './desk.ts'
import { type DeskModels, hasPrice } from './desk-models.ts'

/** By name; undefined while they load, and empty where they could not be loaded: prices can be set all the same. */
export function useDeskModels(): DeskModels | undefined {
  const { data, error } = useData(listPriceModels, {}, { freshMs: 60_000 })
  return useMemo(() => (data || error ? new Map((data ?? []).map((one) => [one.model, one])) : undefined), [data, error])
}

interface UnpricedView {
  /** Served models that have no price, those of the draft included; undefined while they load. */
  readonly models: readonly PriceDeskModel[] | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
  /** Models that got a price in the draft. */
  readonly waiting: readonly string[]
}

/** Models that an enabled channel serves and that have no price. */
export function useUnpriced(): UnpricedView {
  const { book } = useDesk()
  const { data, error, refresh } = useData(listPriceModels, {}, { freshMs: 60_000 })
  const isPriced = ({ model }: PriceDeskModel) => hasPrice(book, model)
  const unpriced = data?.filter(({ is_unpriced }) => is_unpriced)
  return {
    models: unpriced?.filter((one) => !isPriced(one)),
    error,
    refresh,
    waiting: unpriced?.filter(isPriced).map(({ model }) => model) ?? [],
  }
}
