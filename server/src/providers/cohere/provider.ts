import { cohere as vendor } from '@waystation/contract/vendors/cohere'
import { namedModels } from '../named-models.ts'
import { openAICompatible } from '../openai-compatible.ts'

export const cohere = openAICompatible(vendor, { readModels: namedModels })
