import { xai as vendor } from '@waystation/contract/vendors/xai'
import { openAICompatible } from '../openai-compatible.ts'

/** A key that it does not know is refused as a wrong request is. Seen in issues of several of its clients, 2025 and 2026. */
const UNKNOWN_KEY = /^incorrect api key provided/i

export const xai = openAICompatible(vendor, {
  normalizeStatus: ({ status, message }) => (status === 400 && UNKNOWN_KEY.test(message) ? 401 : undefined),
})
