// What stands beside the prices on the screen where they are set: which models are served and sold, and what those without a price may cost.
import { lengthTiers, tierRatios, toolPrices } from '@waystation/contract/options/pricing'
import { PRICE_DESK_DAYS, type PriceDeskModel } from '@waystation/contract/prices/price-desk'
import type { Database } from '../../../db/database.ts'
import type { CatalogView } from '../../ports.ts'
import { DAY_SECONDS, wholeQuarters } from '../../usage/usage-span.ts'
import { rankModels } from '../../usage/usage-store.ts'
import { priceSeed } from '../built-in-prices.ts'
import { ModelPrices } from '../model-prices.ts'
import type { PriceOptions } from '../price-table.ts'
import { findUnpricedRefusals } from './price-desk-store.ts'
import { priceSuggester } from './suggest-prices.ts'

export interface PriceDeskParts {
  readonly database: Database
  readonly options: Pick<PriceOptions, 'get'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** What more than its tokens a model's price is made of. */
type Terms = Pick<PriceDeskModel, 'uses' | 'tiers' | 'lengths'>

export class PriceDesk {
  readonly #parts: PriceDeskParts

  constructor(parts: PriceDeskParts) {
    this.#parts = parts
  }

  /** Every model that is served or sold, or has terms of its own, by name. */
  async models(view: Pick<CatalogView, 'servedBy' | 'unpriced'>): Promise<PriceDeskModel[]> {
    const { database, options, now } = this.#parts
    const to = Math.floor(now() / 1000)
    const from = to - PRICE_DESK_DAYS * DAY_SECONDS
    const [ranking, refusals] = await Promise.all([
      rankModels(database, {}, { span: wholeQuarters({ from, to }), order: 'calls' }),
      findUnpricedRefusals(database, from),
    ])
    const sold = new Map(ranking.map(({ model, calls }) => [model, calls]))
    const served = view.servedBy()
    const terms = this.#terms([...served.keys()])
    const unpriced = new Set(view.unpriced([...served.keys()]))
    const suggest = priceSuggester(options)
    return [...new Set([...served.keys(), ...sold.keys(), ...terms.keys()])].sort().map((model) => ({
      ...{ model, channels: served.get(model) ?? 0, sold: sold.get(model) ?? 0, refused: refusals.get(model) ?? 0 },
      is_unpriced: unpriced.has(model),
      suggestions: unpriced.has(model) ? suggest(model) : [],
      ...terms.get(model),
    }))
  }

  /** Terms of the models that have any, of these and of those whose terms are built in or set. */
  #terms(models: readonly string[]): ReadonlyMap<string, Terms> {
    const { options } = this.#parts
    const prices = new ModelPrices(options)
    const set = [options.get(lengthTiers), options.get(tierRatios), options.get(toolPrices)].flatMap((map) => Object.keys(map))
    // The star stands for all models.
    const names = new Set([...models, ...priceSeed.keys(), ...set].filter((name) => name !== '*'))
    return new Map(
      [...names].flatMap((model) => {
        const terms = termsOf(prices, model)
        return Object.keys(terms).length === 0 ? [] : [[model, terms] as const]
      }),
    )
  }
}

function termsOf(prices: ModelPrices, model: string): Terms {
  const price = prices.own(model)
  if (price?.kind !== 'per-token') return {}
  const lengths = price.lengthTiers?.map(({ above, ...factors }) => ({ above, factors: numbers(factors) }))
  return {
    ...(price.uses ? { uses: numbers(price.uses) } : {}),
    ...(price.tiers ? { tiers: numbers(price.tiers) } : {}),
    ...(lengths ? { lengths } : {}),
  }
}

function numbers(texts: Readonly<Record<string, string | undefined>>): Record<string, number> {
  return Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, Number(text)]])))
}
