import { listUnpricedModels } from '@waystation/contract/api/channel'
import { useData } from '~/api/use-data'
import { useDesk } from './desk.ts'
import { storedOf } from './price-book.ts'
import { perCall, tokenColumns } from './price-columns.ts'

export interface UnpricedView {
  /** Served models that have no price, those of the draft included; undefined while they load. */
  readonly models: readonly string[] | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
  /** Models that got a price in the draft. */
  readonly waiting: readonly string[]
}

/** Models that an enabled channel serves and that have no price. */
export function useUnpriced(): UnpricedView {
  const { book } = useDesk()
  const { data, error, refresh } = useData(listUnpricedModels)
  const isPriced = (model: string) => [perCall, ...tokenColumns.slice(0, 1)].some((column) => storedOf(book, column, model) !== undefined)
  return {
    models: data?.models.filter((model) => !isPriced(model)),
    error,
    refresh,
    waiting: data?.models.filter(isPriced) ?? [],
  }
}
