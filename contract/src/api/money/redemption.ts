import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import {
  ListedRedemption,
  Redemption,
  RedemptionDraft,
  RedemptionPage,
  RedemptionPatch,
  RedemptionSummary,
  redemptionStates,
} from '../../money/redemption.ts'
import { byId } from '../../values/id.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { nameText } from '../../values/pasted.ts'

const page = { p: pageParameter, page_size: integerParameter, state: z.enum(redemptionStates).optional() }
/** Codes that one call disables. */
const DISABLE_MAX = 1000

export const listRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/',
  summary: 'Redemption codes, newest first, in a state where one is named',
  access: 'admin',
  query: z.object(page),
  data: RedemptionPage,
})

export const searchRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/search',
  summary: 'Redemption codes by the beginning of their name, or by id, in a state where one is named',
  access: 'admin',
  query: z.object({ ...page, keyword: nameText().default('') }),
  data: RedemptionPage,
})

export const summarizeRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/summary',
  summary: 'How many redemption codes there are, how many could be redeemed now, and what they gave',
  access: 'admin',
  data: RedemptionSummary,
})

export const countRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/count-by-name',
  summary: 'How many redemption codes have exactly this name',
  access: 'admin',
  query: z.object({ name: nameText().default('') }),
  data: z.number().int(),
})

export const getRedemption = endpoint({
  method: 'GET',
  path: '/api/redemption/{id}',
  summary: 'One redemption code',
  access: 'admin',
  params: byId,
  data: ListedRedemption,
})

export const createRedemptions = endpoint({
  method: 'POST',
  path: '/api/redemption/',
  summary: 'Make redemption codes: all of them or none; the list of their texts',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.create',
  body: RedemptionDraft,
  data: z.array(z.string()),
})

export const updateRedemption = endpoint({
  method: 'PUT',
  path: '/api/redemption/',
  summary: 'Change a redemption code that nobody used; with `status_only` enable (1) or disable (2) it',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.update',
  query: z.object({ status_only: z.string().optional() }),
  body: RedemptionPatch,
  bodyWhen: { status_only: z.object({ id: z.number().int(), status: z.number().int() }) },
  data: Redemption,
})

export const disableRedemptions = endpoint({
  method: 'PUT',
  path: '/api/redemption/batch-disable',
  summary: 'Disable redemption codes; how many could be used before',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.disable',
  body: z.object({ ids: z.array(z.number().int()).min(1, 'redemption_none_chosen').max(DISABLE_MAX) }),
  data: z.number().int(),
})

export const deleteDisabledRedemptions = endpoint({
  method: 'DELETE',
  path: '/api/redemption/delete-disabled',
  summary: 'Delete all disabled redemption codes; how many',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.delete',
  data: z.number().int(),
})

export const deleteRedemptionsNamed = endpoint({
  method: 'DELETE',
  path: '/api/redemption/delete-by-name',
  summary: 'Delete all redemption codes of exactly this name; how many',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.delete',
  query: z.object({ name: nameText().default('') }),
  data: z.number().int(),
})

export const deleteRedemption = endpoint({
  method: 'DELETE',
  path: '/api/redemption/{id}',
  summary: 'Delete a redemption code',
  access: 'admin',
  scope: 'codes',
  audit: 'redemption.delete',
  params: byId,
  data: z.null(),
})
