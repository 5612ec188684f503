import { fastGpt as vendor } from '@waystation/contract/vendors/fast-gpt'
import { openAICompatible } from '../openai-compatible.ts'

/**
 * What the codes of refusals mean as statuses: all of them come with 500, or in a stream that has begun with 200.
 * Source: FastGPT's public code, "errorCode.ts", "code/openapi.ts" and "response/index.ts", 2026.
 */
const statuses: Readonly<Record<string, number>> = {
  ...{ 403: 401, 514: 401, 506000: 401, 511: 403, 506001: 403, 510: 402, 506002: 402, 429: 429 },
}

export const fastGpt = openAICompatible(vendor, { normalizeStatus: ({ code = '' }) => statuses[code] })
