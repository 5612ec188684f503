// Where the calls of vendors with a dialect of their own go, and as whom: what their documentation says.
import * as ready from '@waystation/contract/vendors/ready'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { expect, test } from 'vitest'
import type { Operation } from './provider.ts'
import { providers } from './registry.ts'

function urlOf({ id }: Vendor, operation: Operation, dialect: DialectName, baseUrl: string, other = ''): string | undefined {
  const call = { operation, dialect, model: 'm', requestedModel: 'm', isStream: true, clientHeaders: {}, settings: {} }
  const target = providers[id]?.address(call, { baseUrl, key: 'the-key', organization: '', other, setting: {} })
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

test.each(['', 'https://api.dify.ai', 'https://api.dify.ai/', 'https://api.dify.ai/v1', 'https://api.dify.ai/v1/'])(
  'Dify at the address "%s": the door is that of the kind of app',
  (baseUrl) => {
    const path = (other: string) => urlOf(ready.dify, 'chat', 'dify-app', baseUrl, other)?.replace('https://api.dify.ai/v1', '')
    expect(['', 'chat', 'agent', 'what'].map(path)).toEqual(Array(4).fill('/chat-messages'))
    expect(['completion', ' Completion : text'].map(path)).toEqual(Array(2).fill('/completion-messages'))
    expect(['workflow', 'workflow:question'].map(path)).toEqual(Array(2).fill('/workflows/run'))
  },
)

test('Dify’s refusals that are none of the caller’s doing count as what they are', () => {
  const statusOf = (status: number, code?: string) =>
    providers[ready.dify.id]?.normalizeStatus?.({ status, message: '', ...(code && { code }) })
  expect(statusOf(400, 'provider_quota_exceeded')).toBe(402)
  expect(statusOf(400, 'app_unavailable')).toBe(503)
  expect(statusOf(400, 'invalid_param')).toBeUndefined()
  expect(statusOf(400)).toBeUndefined()
  expect(statusOf(401, 'unauthorized')).toBeUndefined()
})

test.each(['', 'https://api.coze.cn/', 'https://api.coze.cn/v3', 'https://api.coze.cn/v3/', 'https://api.coze.cn/v1'])(
  'Coze at the address "%s"',
  (baseUrl) => expect(urlOf(ready.coze, 'chat', 'coze-bot', baseUrl, '7379')).toBe('https://api.coze.cn/v3/chat'),
)

test('Coze’s codes stand for what they mean, whatever status they come with', () => {
  const statusOf = (code?: string) => providers[ready.coze.id]?.normalizeStatus?.({ status: 502, message: '', ...(code && { code }) })
  expect(['4000', '4100', '700012006', '4011', '4015', '5000'].map(statusOf)).toEqual([400, 401, 401, 402, 503, 500])
  expect([undefined, '9999', 'constructor'].map(statusOf)).toEqual([undefined, undefined, undefined])
})

test('who has a conversation gives events of a dialect that stands in them', () => {
  const conversing = Object.values(providers).filter(({ converse }) => converse !== undefined)
  expect(conversing.length).toBeGreaterThan(0)
  const framings = conversing
    .flatMap((provider) => provider.speaks({ baseUrl: '', setting: {} }, 'm'))
    .map((name) => vendorDialects[name].framing)
  expect(new Set(framings)).toEqual(new Set(['sse']))
})

test.each(['', 'https://api.elevenlabs.io/', 'https://api.elevenlabs.io/v1', 'https://api.elevenlabs.io/v1/'])(
  'ElevenLabs at the address "%s": voice and format of the recording stand in it',
  (baseUrl) => {
    const channel = { baseUrl, key: 'the-key', organization: '', other: '', setting: { voices: { nova: 'OwnVoice01' } } }
    const common = { dialect: 'openai-chat', model: 'm', requestedModel: 'm', isStream: true, clientHeaders: {}, settings: {} } as const
    const address = (operation: Operation, asked?: JsonObject) =>
      providers[ready.elevenLabs.id]?.address({ ...common, operation, ...(asked && { asked }) }, channel)
    const url = (operation: Operation, asked?: JsonObject) =>
      address(operation, asked)?.url.href.replace('https://api.elevenlabs.io/v1', '')
    expect(url('speech', { voice: 'nova' })).toBe('/text-to-speech/OwnVoice01/stream?output_format=mp3_44100_128')
    expect(url('speech', { voice: { id: 'abc' }, response_format: 'pcm' })).toBe('/text-to-speech/abc/stream?output_format=pcm_24000')
    expect(url('speech')).toMatch(/^\/text-to-speech\/[A-Za-z0-9]{20}\/stream/)
    expect(() => url('speech', { voice: '..' })).toThrow(TypeError)
    expect(url('transcription', { model: 'scribe_v2' })).toBe('/speech-to-text')
    expect(url('models')).toBe('/models')
    expect(address('models')?.headers).toEqual({ 'xi-api-key': 'the-key' })
  },
)

test.each(['', 'https://api.replicate.com', 'https://api.replicate.com/', 'https://api.replicate.com/v1', 'https://api.replicate.com/v1/'])(
  'Replicate at the address "%s": the model stands in it, a version does not',
  (baseUrl) => {
    const provider = providers[ready.replicate.id]
    const channel = { baseUrl, key: 'the-key', organization: '', other: '', setting: {} }
    const path = (model: string) => {
      const call = { operation: 'images', dialect: 'openai-chat', model, requestedModel: model, isStream: false } as const
      const address = provider?.address({ ...call, clientHeaders: {}, settings: {} }, channel)
      expect(address?.headers).toEqual({ authorization: 'Bearer the-key' })
      return address?.url.href.replace('https://api.replicate.com', '')
    }
    expect(path('google/imagen-4')).toBe('/v1/models/google/imagen-4/predictions')
    expect(['stability-ai/sdxl:7762fd07', '7762fd07', 'a/b/c'].map(path)).toEqual(Array(3).fill('/v1/predictions'))
    expect(path('../imagen 4')).toBe('/v1/predictions')
    expect(provider?.modelLists?.(channel).map(({ url }) => url.href)).toEqual([
      'https://api.replicate.com/v1/collections/text-to-image',
      'https://api.replicate.com/v1/collections/image-editing',
    ])
  },
)

test('ElevenLabs’ codes stand for what they mean', () => {
  const statusOf = (code?: string) => providers[ready.elevenLabs.id]?.normalizeStatus?.({ status: 401, message: '', ...(code && { code }) })
  expect(['quota_exceeded', 'voice_not_found', 'too_many_concurrent_requests', 'system_busy'].map(statusOf)).toEqual([402, 400, 429, 503])
  expect(statusOf('invalid_api_key')).toBeUndefined()
  expect(statusOf()).toBeUndefined()
})
