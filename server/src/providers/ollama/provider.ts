import { ollama as vendor } from '@waystation/contract/vendors/ollama'
import { namedModels } from '../named-models.ts'
import { openAICompatible } from '../openai-compatible.ts'

export const ollama = openAICompatible(vendor, { readModels: namedModels })
