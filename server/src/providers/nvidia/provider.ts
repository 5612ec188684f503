import { nvidia as vendor } from '@waystation/contract/vendors/nvidia'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider } from '../provider.ts'

const RANKINGS = 'https://ai.api.nvidia.com/v1/ranking'

/** NVIDIA ranks at a host of its own; a server with its containers does so below its one address. Source: https://docs.api.nvidia.com/nim/reference, 2026. */
export const nvidia: Provider = openAICompatible(vendor, {
  fullUrl: (base, { operation }) => (operation === 'rerank' && base.startsWith(vendor.baseUrl) ? RANKINGS : undefined),
})
