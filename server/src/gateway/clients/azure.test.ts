// Official client SDKs at deployments of Azure: by the current API and the older one, and at Claude on Foundry. OpenAI's own class for Azure
// calls the gateway as it calls Azure.
import { aiVendorClients } from './testing/drivers/ai-vendors.ts'
import { anthropic } from './testing/drivers/anthropic.ts'
import { google } from './testing/drivers/google.ts'
import { azureChat, openaiChat } from './testing/drivers/openai-chat.ts'
import { azureResponses, openaiResponses } from './testing/drivers/openai-responses.ts'
import type { MatrixUpstream } from './testing/matrix-upstreams.ts'
import { runMatrix } from './testing/run-matrix.ts'

const only = (dialect: string) => JSON.stringify({ dialects: [dialect] })

const ends: readonly MatrixUpstream[] = [
  { name: 'older', dialect: 'openai-chat', model: 'gpt-5.2', channel: { type: 3, other: '2024-10-21', setting: only('openai-chat') } },
  { name: 'Responses', dialect: 'openai-responses', model: 'gpt-6-sol', channel: { type: 3, setting: only('openai-responses') } },
  { name: 'Foundry', dialect: 'anthropic-messages', model: 'claude-opus-5-5', channel: { type: 3 } },
]

const aiAzure = aiVendorClients.filter(({ name }) => name.includes('@ai-sdk/azure'))

runMatrix([azureChat, azureResponses, ...aiAzure, openaiChat, openaiResponses, anthropic, google], ends)
