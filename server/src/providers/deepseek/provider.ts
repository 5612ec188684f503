import { openAICompatible } from '../openai-compatible.ts'
import { dialectsOf } from '../provider.ts'

/** DeepSeek, channel type 43: OpenAI's chat, and Anthropic's dialect below `/anthropic`. Source: DeepSeek's API documentation, 2026. */
export const deepseek = openAICompatible({
  name: 'deepseek',
  baseUrl: 'https://api.deepseek.com',
  operations: ['chat', 'completions', 'models'],
  speaks: (channel) => dialectsOf(channel, ['openai-chat', 'anthropic-messages']),
  path({ operation, dialect }) {
    if (operation === 'completions') return '/beta/completions'
    return operation === 'chat' && dialect === 'anthropic-messages' ? '/anthropic/v1/messages' : undefined
  },
})
