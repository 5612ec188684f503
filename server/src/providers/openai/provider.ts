import { dashboardBalance } from '../balance.ts'
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
  // OpenAI itself tells it to the browser of its customers only; relays that speak as it does tell it to their keys.
  balance: (channel, answers, now) => (channel.baseUrl === '' ? undefined : dashboardBalance(channel, answers, now)),
  headers: (channel) => (channel.organization ? { 'openai-organization': channel.organization } : {}),
})
