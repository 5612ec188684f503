import { comparePrices, listPriceSources, simulatePrices } from '@waystation/contract/api/money/price-review'
import type { PriceSimulator } from '../../domain/pricing/simulation/price-simulator.ts'
import type { PriceSources } from '../../domain/pricing/sources/price-sources.ts'
import { type Route, route } from '../http/route.ts'

export interface PriceReviewRouteParts {
  readonly priceSimulator: Pick<PriceSimulator, 'simulate'>
  readonly priceSources: Pick<PriceSources, 'list' | 'compare'>
}

/** Looking before prices are changed. */
export const priceReviewRoutes = ({ priceSimulator, priceSources }: PriceReviewRouteParts): Route[] => [
  route(simulatePrices, ({ caller, body, hasLeft }) => priceSimulator.simulate({ ...body, caller, hasLeft })),
  route(listPriceSources, () => priceSources.list()),
  route(comparePrices, ({ params }) => priceSources.compare(params.source)),
]
