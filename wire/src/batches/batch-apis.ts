// Every shape of batches: one line each.
import { anthropicBatches } from './anthropic.ts'
import type { BatchApi, BatchApiName } from './batch-api.ts'
import { geminiBatches } from './gemini.ts'
import { openaiBatches } from './openai.ts'

export const batchApis: Readonly<Record<BatchApiName, BatchApi>> = {
  openai: openaiBatches,
  messages: anthropicBatches,
  gemini: geminiBatches,
}
