import { workersAi as vendor } from '@waystation/contract/vendors/workers-ai'
import { isObject } from '@waystation/wire/encoding/json'
import { namesIn } from '../named-models.ts'
import { openAICompatible } from '../openai-compatible.ts'

export const workersAi = openAICompatible(vendor, {
  /** Source: https://developers.cloudflare.com/api/resources/ai/subresources/models, 2026. */
  readModels: (answer) => (isObject(answer) && Array.isArray(answer.result) ? namesIn(answer.result) : undefined),
})
