import { deepInfra as vendor } from '@waystation/contract/vendors/deep-infra'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider } from '../provider.ts'

/** What people may have put behind the host, for one of the dialects. */
const VERSION = /(?:\/v1\/openai|\/anthropic\/v1|\/v1)$/

/** A ranking's model stands in its address, maker and all. Source: https://deepinfra.com/docs, "Rerankers", 2026. */
export const deepInfra: Provider = openAICompatible(vendor, {
  fullUrl(base, { operation, model }) {
    if (operation !== 'rerank') return undefined
    return `${base.replace(VERSION, '')}/v1/inference/${model.split('/').map(encodeURIComponent).join('/')}`
  },
})
