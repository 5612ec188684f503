// Changing prices: several settings at once, as one version, and the way back.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { PRICE_NOTE_MAX, PriceEdit, PriceVersionPage, PriceVersionRecord } from '../../prices/price-version.ts'
import { byId } from '../../values/id.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { nameText } from '../../values/pasted.ts'

const note = nameText().max(PRICE_NOTE_MAX).default('')

export const updatePrices = endpoint({
  method: 'PUT',
  path: '/api/price/',
  summary: 'Change several price settings at once: all or none, as one version',
  access: 'admin',
  scope: 'prices',
  audit: 'price.update',
  body: z.object({
    changes: PriceEdit,
    note,
    /** The version that the caller looked at: the change is refused when there is a newer one. Absent: it is made in any case. */
    based_on: z.number().int().optional(),
  }),
  data: z.object({ version: z.number().int() }),
})

export const listPriceVersions = endpoint({
  method: 'GET',
  path: '/api/price/versions',
  summary: 'All versions of the prices, newest first',
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: PriceVersionPage,
})

export const getPriceVersion = endpoint({
  method: 'GET',
  path: '/api/price/versions/{id}',
  summary: 'A version, with each value that it changed',
  access: 'admin',
  params: byId,
  data: PriceVersionRecord,
})

export const returnToPriceVersion = endpoint({
  method: 'POST',
  path: '/api/price/versions/{id}/return',
  summary: 'Set all price settings as they were in a version, as a new version',
  access: 'admin',
  scope: 'prices',
  audit: 'price.return',
  params: byId,
  body: z.object({ note }),
  data: z.object({ version: z.number().int() }),
})
