import { isObject } from '@waystation/wire/json'
import { numberOf } from '../balance.ts'
import { openAICompatible } from '../openai-compatible.ts'
import { dialectsOf } from '../provider.ts'

const BASE = 'https://api.deepseek.com'

/** DeepSeek, channel type 43: OpenAI's chat, and Anthropic's dialect below `/anthropic`. Source: DeepSeek's API documentation, 2026. */
export const deepseek = openAICompatible({
  name: 'deepseek',
  baseUrl: BASE,
  balance: ({ baseUrl, key }, [answer]) => {
    if (!answer)
      return {
        ask: {
          url: new URL(`${(baseUrl || BASE).replace(/\/(?:v1|beta)?$/, '')}/user/balance`),
          headers: { authorization: `Bearer ${key}` },
        },
      }
    const infos = Array.isArray(answer.balance_infos) ? answer.balance_infos.filter(isObject) : []
    const info = infos.find(({ currency }) => currency === 'CNY') ?? infos[0]
    const amount = numberOf(info?.total_balance)
    return amount === undefined ? undefined : { balance: { amount, currency: String(info?.currency ?? 'CNY') } }
  },
  operations: ['chat', 'completions', 'models'],
  speaks: (channel) => dialectsOf(channel, ['openai-chat', 'anthropic-messages']),
  path({ operation, dialect }) {
    if (operation === 'completions') return '/beta/completions'
    return operation === 'chat' && dialect === 'anthropic-messages' ? '/anthropic/v1/messages' : undefined
  },
})
