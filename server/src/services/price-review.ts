// What lets prices be looked at before they change, put together.

import type { Database } from '../db/database.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import { PriceDesk } from '../domain/pricing/desk/price-desk.ts'
import { PriceSimulator } from '../domain/pricing/simulation/price-simulator.ts'
import { PriceSources } from '../domain/pricing/sources/price-sources.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import type { Egress } from '../lib/net/egress.ts'
import type { Provider } from '../providers/provider.ts'

export interface PriceReviewParts {
  readonly database: Database
  readonly options: OptionService
  readonly providers: Readonly<Record<number, Provider>>
  readonly egress: Pick<Egress, 'send'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** The simulator, the sources of prices, and what stands beside them. */
export function priceReview({ database, options, providers, egress, now, onTrouble }: PriceReviewParts) {
  return {
    priceDesk: new PriceDesk({ database, options, now }),
    priceSimulator: new PriceSimulator({ database, options, bareName: bareNames({ providers, options }), now }),
    priceSources: new PriceSources({ options, egress, now, onTrouble: (error) => onTrouble(error, { event: 'price_list_unread' }) }),
  }
}
