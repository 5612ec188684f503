import { comparePrices, listPriceModels, listPriceSources, simulatePrices } from '@waystation/contract/api/money/price-review'
import type { PriceDesk } from '../../domain/pricing/desk/price-desk.ts'
import type { PriceSimulator } from '../../domain/pricing/simulation/price-simulator.ts'
import type { PriceSources } from '../../domain/pricing/sources/price-sources.ts'
import type { CatalogSource } from '../channels/catalog.ts'
import { type Route, route } from '../http/route.ts'

export interface PriceReviewRouteParts {
  readonly priceSimulator: Pick<PriceSimulator, 'simulate'>
  readonly priceDesk: Pick<PriceDesk, 'models'>
  readonly catalog: CatalogSource
  readonly priceSources: Pick<PriceSources, 'list' | 'compare'>
}

/** Looking before prices are changed. */
export const priceReviewRoutes = ({ priceSimulator, priceSources, priceDesk, catalog }: PriceReviewRouteParts): Route[] => [
  route(simulatePrices, ({ caller, body, hasLeft }) => priceSimulator.simulate({ ...body, caller, hasLeft })),
  route(listPriceSources, () => priceSources.list()),
  route(comparePrices, ({ params }) => priceSources.compare(params.source)),
  route(listPriceModels, async () => {
    await catalog.upToDate()
    return priceDesk.models(catalog.current().view)
  }),
]
