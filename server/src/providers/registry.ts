import { channelTypes } from '@waystation/contract/channels/channel-type'
import { anthropic } from './anthropic/provider.ts'
import { bedrock } from './bedrock/provider.ts'
import { cohere } from './cohere/provider.ts'
import { custom } from './custom/provider.ts'
import { deepseek } from './deepseek/provider.ts'
import { dify } from './dify/provider.ts'
import { doubao } from './doubao/provider.ts'
import { gemini } from './gemini/provider.ts'
import { miniMax } from './mini-max/provider.ts'
import { mistral } from './mistral/provider.ts'
import { ollama } from './ollama/provider.ts'
import { openai } from './openai/provider.ts'
import { openAICompatible } from './openai-compatible.ts'
import type { Provider } from './provider.ts'
import { spark } from './spark/provider.ts'
import { vertex } from './vertex/provider.ts'

/** Vendors with code of their own. */
const withCode: readonly Provider[] = [
  ...[anthropic, bedrock, cohere, custom, deepseek, dify, doubao, gemini, miniMax, mistral, ollama, openai, spark, vertex],
]

/** Channel type to provider, for every type that is ready. */
export const providers: Readonly<Record<number, Provider>> = Object.fromEntries(
  channelTypes
    .filter(({ isReady }) => isReady)
    .map((vendor) => [vendor.id, withCode.find(({ id }) => id === vendor.id) ?? openAICompatible(vendor)]),
)
