import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { PricingExtra, PricingTable } from '../../prices/pricing.ts'

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
