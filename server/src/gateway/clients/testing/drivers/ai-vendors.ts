// Vercel's AI SDK, with the providers of vendors that speak a dialect of another vendor's: each has schemas of its own for what it reads.
import { createAzure } from '@ai-sdk/azure'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGroq } from '@ai-sdk/groq'
import { createMistral } from '@ai-sdk/mistral'
import { createTogetherAI } from '@ai-sdk/togetherai'
import { createXai } from '@ai-sdk/xai'
import type { APICallError } from 'ai'
import type { Client } from '../client.ts'
import { aiClient } from './ai.ts'

const statusOf = (error: unknown) => (error as APICallError).statusCode
const newest = ['chat', 'Responses', 'Messages', 'Gemini'] as const
const chat = { dialect: 'openai-chat', flavour: 'gpt-5', upstreams: newest } as const
const responses = { dialect: 'openai-responses', flavour: 'gpt-5', upstreams: newest } as const

export const aiVendorClients: readonly Client[] = [
  aiClient({
    ...chat,
    name: 'ai, @ai-sdk/mistral',
    upstreams: [...newest, 'Mistral'],
    streamUsageAt: ['Mistral'],
    refusal: { kind: 'APICallError', status: statusOf, words: (error) => (error as APICallError).responseBody ?? '' },
    cutError: 'TypeValidationError',
    hidesThinkingTokens: true,
    model: ({ url, key }) => createMistral({ baseURL: `${url}/v1`, apiKey: key }),
    thinking: { mistral: { reasoningEffort: 'high' } },
    hidesThinking: true,
  }),
  aiClient({
    ...chat,
    name: 'ai, @ai-sdk/groq',
    upstreams: [...newest, 'Groq'],
    streamUsageAt: [],
    model: ({ url, key }) => createGroq({ baseURL: `${url}/v1`, apiKey: key }),
    thinking: { groq: { reasoningEffort: 'low' } },
    hidesThinking: true,
  }),
  aiClient({
    ...chat,
    name: 'ai, @ai-sdk/deepseek',
    upstreams: [...newest, 'DeepSeek'],
    model: ({ url, key }) => createDeepSeek({ baseURL: `${url}/v1`, apiKey: key }),
    thinking: { deepseek: { reasoningEffort: 'low' } },
  }),
  aiClient({
    ...responses,
    name: 'ai, @ai-sdk/xai',
    model: ({ url, key }) => createXai({ baseURL: `${url}/v1`, apiKey: key }).responses,
    thinking: { xai: { reasoningEffort: 'low', reasoningSummary: 'auto', store: false } },
  }),
  aiClient({
    ...chat,
    name: 'ai, @ai-sdk/azure chat',
    model: ({ url, key }) =>
      createAzure({ baseURL: `${url}/openai`, apiKey: key, apiVersion: '2024-10-21', useDeploymentBasedUrls: true }).chat,
    thinking: { azure: { reasoningEffort: 'low' }, openai: { reasoningEffort: 'low' } },
    hidesThinking: true,
  }),
  aiClient({
    ...responses,
    name: 'ai, @ai-sdk/azure Responses',
    model: ({ url, key }) => createAzure({ baseURL: `${url}/openai/v1`, apiKey: key }).responses,
    thinking: { azure: { store: false, reasoningEffort: 'low', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] } },
  }),
  aiClient({
    ...chat,
    name: 'ai, @ai-sdk/togetherai',
    model: ({ url, key }) => createTogetherAI({ baseURL: `${url}/v1`, apiKey: key }),
    thinking: { togetherai: { reasoningEffort: 'low' } },
  }),
]
