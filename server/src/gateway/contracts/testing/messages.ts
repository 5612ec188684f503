// Vendors that speak Anthropic's Messages beside OpenAI's chat, each at a path and with errors of its own.
import { anthropic, anthropicError } from './own-dialects.ts'
import type { Refusal, Vendor } from './vendor.ts'

interface Elsewhere {
  readonly type: number
  readonly model: string
  readonly path: string
  readonly unpaid?: Refusal
  readonly headers?: Vendor['headers']
}

/** Each takes the key as Anthropic does, or as a bearer token, by which Claude Code sends it: some pages have the one, some the other. */
const both = (key: string) => ({ ...anthropic.headers(key), authorization: `Bearer ${key}` })

const messagesOf = (name: string, more: Elsewhere): Vendor => {
  const { unpaid: _, ...rest } = anthropic
  return {
    ...rest,
    headers: both,
    name: `${name} Messages`,
    channel: { setting: JSON.stringify({ dialects: ['anthropic-messages'] }) },
    ...more,
  }
}

export const messagesElsewhere: readonly Vendor[] = [
  messagesOf('DeepSeek', {
    ...{ type: 43, model: 'deepseek-v4-flash', path: '/anthropic/v1/messages' },
    unpaid: {
      status: 402,
      body: { error: { message: 'Insufficient Balance', type: 'unknown_error', param: null, code: 'invalid_request_error' } },
    },
  }),
  messagesOf('Moonshot', { type: 25, model: 'kimi-k2.6', path: '/anthropic/v1/messages' }),
  messagesOf('Zhipu', {
    ...{ type: 26, model: 'glm-4.7', path: '/api/anthropic/v1/messages' },
    unpaid: anthropicError(429, '1113', 'Insufficient balance or no resource package. Please recharge.'),
  }),
  messagesOf('MiniMax', {
    ...{ type: 35, model: 'MiniMax-M2.7', path: '/anthropic/v1/messages' },
    unpaid: anthropicError(500, 'api_error', 'insufficient balance (1008)'),
  }),
  messagesOf('DashScope', { type: 17, model: 'qwen3.7-plus', path: '/apps/anthropic/v1/messages' }),
  messagesOf('OpenRouter', {
    type: 20,
    model: 'anthropic/claude-haiku-4.5',
    path: '/v1/messages',
    headers: (key) => ({ ...both(key), 'x-title': 'Waystation' }),
  }),
  messagesOf('SiliconFlow', { type: 40, model: 'zai-org/GLM-5.2', path: '/v1/messages' }),
]
