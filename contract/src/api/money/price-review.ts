// Looking before prices are changed.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { PriceDeskModel } from '../../prices/price-desk.ts'
import { PriceProposal, PriceSimulation, PriceSource, SIMULATED_DAYS_DEFAULT, SIMULATED_DAYS_MAX } from '../../prices/price-review.ts'
import { PriceEdit } from '../../prices/price-version.ts'

export const simulatePrices = endpoint({
  method: 'POST',
  path: '/api/price/simulate',
  summary: 'Charge the last days again with these price settings; changes nothing',
  access: 'admin',
  writes: false,
  body: z.object({ changes: PriceEdit, days: z.number().int().min(1).max(SIMULATED_DAYS_MAX).default(SIMULATED_DAYS_DEFAULT) }),
  data: PriceSimulation,
})

export const listPriceSources = endpoint({
  method: 'GET',
  path: '/api/price/sources',
  summary: 'Lists of prices that can be compared with the own ones',
  access: 'admin',
  data: z.array(PriceSource),
})

export const comparePrices = endpoint({
  method: 'POST',
  path: '/api/price/sources/{source}',
  summary: 'Fetch a list of prices and say what is different here; changes nothing',
  access: 'admin',
  scope: 'prices',
  rate: 'user',
  writes: false,
  params: z.object({ source: z.string().max(40) }),
  data: PriceProposal,
})

export const listPriceModels = endpoint({
  method: 'GET',
  path: '/api/price/models',
  summary:
    'Models that are served, were sold in the last 30 days, or have more than prices of tokens, with suggestions for those without a price',
  access: 'admin',
  data: z.array(PriceDeskModel),
})
