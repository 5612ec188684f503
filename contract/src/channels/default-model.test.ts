import { describe, expect, test } from 'vitest'
import type { Vendor } from '../vendors/vendor.ts'
import { channelTypes } from './channel-type.ts'
import { defaultChatModel, defaultTestModel, isChatModel } from './default-model.ts'

/** As OpenAI answers, sorted by name, which is how the console lists what it fetched. */
const openAiList = [
  'babbage-002',
  'chatgpt-image-latest',
  'codex-mini-latest',
  'computer-use-preview',
  'dall-e-2',
  'dall-e-3',
  'davinci-002',
  'gpt-3.5-turbo-instruct',
  'gpt-4.1',
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-audio',
  'gpt-image-1',
  'gpt-realtime',
  'omni-moderation-latest',
  'sora-2',
  'text-embedding-3-small',
  'tts-1-hd',
  'whisper-1',
]

describe('a model answers a chat or does not', () => {
  test.each([
    'dall-e-3',
    'gpt-image-1',
    'chatgpt-image-latest',
    'gemini-2.5-flash-image',
    'gemini-3-pro-image-preview',
    'imagen-4.0-generate-001',
    'black-forest-labs/FLUX.1-schnell',
    'stabilityai/stable-diffusion-3-5-large',
    'sora-2-pro',
    'veo-3.1-generate-preview',
    'wan2.5-t2v-preview',
    'tts-1',
    'gpt-4o-mini-tts',
    'gpt-4o-transcribe',
    'gpt-4o-audio-preview',
    'gpt-4o-realtime-preview',
    'gemini-live-2.5-flash',
    'gemini-2.5-flash-native-audio-latest',
    'whisper-1',
    'suno_music',
    'text-embedding-3-small',
    'gemini-embedding-001',
    'BAAI/bge-m3',
    'voyage-3.5',
    'bge-reranker-v2-m3',
    'jina-reranker-v2',
    'omni-moderation-latest',
    'llama-guard-3-8b',
    'gpt-oss-safeguard-20b',
    'mistral-ocr-latest',
    'davinci-002',
    'text-ada-001',
    'gpt-3.5-turbo-instruct',
    'o3-deep-research',
  ])('%s does not', (model) => expect(isChatModel(model)).toBe(false))

  test.each([
    'gpt-4o',
    'o3',
    'chatgpt-4o-latest',
    'claude-opus-5-5',
    'gemini-2.5-pro',
    'deepseek-chat',
    'meta-llama/llama-3.3-70b-instruct',
    'qwen/qwen3-vl-8b-instruct',
    'glm-4.5v',
    'command-r-plus',
    'mistral-large-latest',
    'kimi-k3',
    'codellama-7b-instruct',
    'nvidia/nemotron-nano-9b-v2',
    'fake-chat',
  ])('%s does', (model) => expect(isChatModel(model)).toBe(true))
})

test('out of a list that begins with pictures, the usual chat model', () => {
  expect(defaultChatModel(openAiList, { channelType: 1 })).toBe('gpt-4o-mini')
  expect(defaultChatModel(openAiList.filter((model) => model !== 'gpt-4o-mini'))).toBe('gpt-4.1')
  expect(defaultTestModel(openAiList, { channelType: 1 })).toBe('gpt-4o-mini')
})

test('a price comes before what is usual, and an unpriced chat model before none', () => {
  const models = ['house-model', 'gpt-4o-mini', 'mystery']
  expect(defaultChatModel(models)).toBe('gpt-4o-mini')
  expect(defaultChatModel(models, { unpriced: ['gpt-4o-mini', 'mystery'] })).toBe('house-model')
  expect(defaultChatModel(['dall-e-3', 'mystery'], { unpriced: ['mystery'] })).toBe('mystery')
})

test('a vendor’s own models come before those of others', () => {
  const models = ['gpt-4o-mini', 'claude-opus-5', 'gemini-2.5-flash']
  expect(defaultChatModel(models, { channelType: 14 })).toBe('claude-opus-5')
  expect(defaultChatModel(models, { channelType: 24 })).toBe('gemini-2.5-flash')
  expect(defaultChatModel(models, { channelType: 8 })).toBe('gpt-4o-mini')
})

test('unlisted models keep their order', () => {
  expect(defaultChatModel(['z-chat', 'a-chat'])).toBe('z-chat')
})

test('a list without a chat model has none; it is tested by vectors or rankings, or not at all', () => {
  const models = ['dall-e-3', 'text-embedding-ada-002', 'text-embedding-3-small']
  expect(defaultChatModel(models)).toBeUndefined()
  expect(defaultTestModel(models)).toBe('text-embedding-ada-002')
  expect(defaultTestModel(models, { unpriced: ['text-embedding-ada-002'] })).toBe('text-embedding-3-small')
  expect(defaultTestModel(['dall-e-3', 'BAAI/bge-reranker-v2-m3'])).toBe('BAAI/bge-reranker-v2-m3')
  expect(defaultTestModel(['jina-reranker-m0', 'jina-clip-v2'])).toBe('jina-clip-v2')
  expect(defaultTestModel(['dall-e-3', 'whisper-1'])).toBeUndefined()
  // Whatever a model is named, a vendor of pictures makes one.
  expect(defaultTestModel(['google/imagen-4', 'somebody/own-model'], { channelType: 56 })).toBeUndefined()
  expect(defaultTestModel([])).toBeUndefined()
})

test('a vendor of sound is tested by speech, else by a recording, and with its small model first', () => {
  const models = ['scribe_v2', 'eleven_v3', 'eleven_flash_v2_5']
  expect(defaultTestModel(models)).toBe('eleven_v3')
  expect(defaultTestModel(models, { channelType: 1065 })).toBe('eleven_flash_v2_5')
  expect(defaultTestModel(models, { channelType: 1065, unpriced: ['eleven_flash_v2_5'] })).toBe('eleven_v3')
  expect(defaultTestModel(['scribe_v2'])).toBe('scribe_v2')
})

test('every vendor that can be chosen has a chat model among its usual ones, and a small one of them is taken', () => {
  const chatting = channelTypes.filter(({ isReady, operations, models }) => isReady && operations.includes('chat') && models.length > 0)
  expect(chatting.length).toBeGreaterThan(20)
  const taken = ({ id, models }: Vendor) => defaultChatModel(models, { channelType: id })
  const named = chatting.filter(({ smallModel }) => smallModel !== undefined)
  expect(named.map((vendor) => [vendor.name, taken(vendor)])).toEqual(named.map(({ name, smallModel }) => [name, smallModel]))
  const others = chatting.filter(({ smallModel }) => smallModel === undefined)
  expect(others.map((vendor) => [vendor.id, taken(vendor)])).toEqual([
    [1, 'gpt-4o-mini'],
    [14, 'claude-haiku-4-5'],
    [24, 'gemini-2.5-flash'],
  ])
})
