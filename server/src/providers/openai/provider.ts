import { openAICompatible } from '../openai-compatible.ts'

/** OpenAI, channel type 1. Source: OpenAI's API reference, "Authentication". */
export const openai = openAICompatible({
  name: 'openai',
  baseUrl: 'https://api.openai.com',
  headers: (channel) => (channel.organization ? { 'openai-organization': channel.organization } : {}),
})
