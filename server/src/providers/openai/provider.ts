import { openAICompatible } from '../openai-compatible.ts'
import { dialectsOf } from '../provider.ts'
import { forReasoning, withoutEffort } from '../reasoning-models.ts'

/** OpenAI, channel type 1. Source: OpenAI's API reference, "Authentication". */
export const openai = openAICompatible({
  name: 'openai',
  baseUrl: 'https://api.openai.com',
  speaks: (channel) => dialectsOf(channel, ['openai-chat', 'openai-responses']),
  operations: ['chat', 'completions', 'embeddings', 'compact', 'models'],
  adapt: forReasoning,
  bareName: withoutEffort,
  headers: (channel) => (channel.organization ? { 'openai-organization': channel.organization } : {}),
})
