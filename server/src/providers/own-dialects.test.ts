// Where the calls of vendors with a dialect of their own go, and as whom: what their documentation says.
import * as ready from '@waystation/contract/vendors/ready'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { expect, test } from 'vitest'
import type { Operation } from './provider.ts'
import { providers } from './registry.ts'

function urlOf({ id }: Vendor, operation: Operation, dialect: DialectName, baseUrl: string): string | undefined {
  const call = { operation, dialect, model: 'm', requestedModel: 'm', isStream: true, clientHeaders: {}, settings: {} }
  const target = providers[id]?.address(call, { baseUrl, key: 'the-key', organization: '', other: '', setting: {} })
  expect(target?.headers).toEqual({ authorization: 'Bearer the-key' })
  return target?.url.href
}

test.each(['', 'https://api.cohere.ai', 'https://api.cohere.ai/', 'https://api.cohere.ai/v1', 'https://api.cohere.ai/v2/'])(
  'Cohere at the address "%s"',
  (baseUrl) => {
    expect(urlOf(ready.cohere, 'chat', 'cohere-chat', baseUrl)).toBe('https://api.cohere.ai/v2/chat')
    expect(urlOf(ready.cohere, 'rerank', 'openai-chat', baseUrl)).toBe('https://api.cohere.ai/v2/rerank')
    expect(urlOf(ready.cohere, 'models', 'openai-chat', baseUrl)).toBe('https://api.cohere.ai/v1/models?endpoint=chat&page_size=1000')
  },
)

test.each(['', 'http://localhost:11434/', 'http://localhost:11434/api', 'http://localhost:11434/v1'])(
  'Ollama at the address "%s"',
  (baseUrl) => {
    expect(urlOf(ready.ollama, 'chat', 'ollama-chat', baseUrl)).toBe('http://localhost:11434/api/chat')
    expect(urlOf(ready.ollama, 'chat', 'openai-chat', baseUrl)).toBe('http://localhost:11434/v1/chat/completions')
    expect(urlOf(ready.ollama, 'embeddings', 'openai-chat', baseUrl)).toBe('http://localhost:11434/v1/embeddings')
    expect(urlOf(ready.ollama, 'models', 'openai-chat', baseUrl)).toBe('http://localhost:11434/api/tags')
  },
)

test('a channel of Ollama may choose OpenAI’s chat, one of Cohere has no choice', () => {
  const setting = { dialects: ['openai-chat'] }
  expect(providers[ready.ollama.id]?.speaks({ baseUrl: '', setting: {} }, 'm')).toEqual(['ollama-chat'])
  expect(providers[ready.ollama.id]?.speaks({ baseUrl: '', setting }, 'm')).toEqual(['openai-chat'])
  expect(providers[ready.cohere.id]?.speaks({ baseUrl: '', setting }, 'm')).toEqual(['cohere-chat'])
})
