import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { ModelsHealth, PricingExtra, PricingTable } from '../../prices/pricing.ts'

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/group/',
  summary: 'Names of all groups',
  access: 'admin',
  data: z.array(z.string()),
})

export const listModelsByType = endpoint({
  method: 'GET',
  path: '/api/models',
  summary: 'Model names that channels of each type usually serve',
  access: 'user',
  data: z.record(z.string(), z.array(z.string())),
})

export const getPricing = endpoint({
  method: 'GET',
  path: '/api/pricing',
  summary: 'What each model costs that the caller, or a visitor, may use',
  access: 'public',
  data: PricingTable,
  extra: PricingExtra,
})

export const getModelsHealth = endpoint({
  method: 'GET',
  path: '/api/pricing/health',
  summary:
    'What share of the calls to each model on the price list was answered in the last 24 hours, and hour by hour; null where not shown',
  access: 'public',
  data: ModelsHealth,
})
