import { openRouter as vendor } from '@waystation/contract/vendors/open-router'
import { isObject } from '@waystation/wire/encoding/json'
import { numberOf } from '../balance.ts'
import { balanceAt } from '../balance-at.ts'
import { openAICompatible } from '../openai-compatible.ts'

/** What is asked was refused, and not the key, to which the status 403 belongs too. */
const FLAGGED = /\binput was flagged\b/i

export const openRouter = openAICompatible(vendor, {
  /** Which product calls, and where it is found. Source: https://openrouter.ai/docs/app-attribution, 2026. */
  headers: (_, { settings: { serverAddress } }) =>
    typeof serverAddress === 'string' && serverAddress !== '' ? { 'http-referer': serverAddress } : {},
  /** Source: https://openrouter.ai/docs/api/reference/errors-and-debugging, 2026. */
  normalizeStatus: ({ status, message }) => (status === 403 && FLAGGED.test(message) ? 400 : undefined),
  /** What was bought less what was used. Source: https://openrouter.ai/docs/api-reference/credits, 2026. */
  balance: balanceAt(vendor, '/v1/credits', ({ data }) => {
    const [bought, used] = isObject(data) ? [numberOf(data.total_credits), numberOf(data.total_usage)] : []
    return bought === undefined || used === undefined ? undefined : { amount: bought - used, currency: 'USD' }
  }),
})
