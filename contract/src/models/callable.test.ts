import { expect, test } from 'vitest'
import { channelTypes } from '../channels/channel-type.ts'
import { isCallable as isCallableBy } from './callable.ts'
import { traitsOf } from './traits.ts'

const isCallable = (type: number, model: string) => isCallableBy(type, traitsOf(model))

test.each(['lyria-002'])('no channel serves %s', (model) => {
  expect(channelTypes.filter(({ id }) => isCallable(id, model)).map(({ id }) => id)).toEqual([])
})

test.each(['gpt-4o-realtime-preview', 'gpt-4o-mini-realtime-preview', 'gpt-realtime', 'gpt-realtime-2.1-mini'])(
  'sessions with %s are served where there are such',
  (model) => {
    const serving = channelTypes.filter(({ operations }) => operations.includes('realtime')).map(({ id }) => id)
    expect(serving).toEqual([1, 3, 8, 17, 48, 58, 60])
    expect(channelTypes.filter(({ id }) => isCallable(id, model)).map(({ id }) => id)).toEqual(serving)
  },
)

test.each(['gemini-live-2.5-flash', 'gemini-2.5-flash-native-audio-latest', 'gemini-3.1-flash-live-preview'])(
  'sessions with %s are served by Google only',
  (model) => {
    expect(channelTypes.filter(({ id }) => isCallable(id, model)).map(({ id }) => id)).toEqual([24])
  },
)

test.each([
  ...['gpt-5', 'gpt-4o-audio-preview', 'gpt-5-image', 'gemini-2.5-flash-image', 'gemini-2.5-flash-preview-tts', 'o3-deep-research'],
  ...['my-dall-e-3', 'rerank-helper', 'painter', 'imagen', 'flux-of-thought', 'team/realtime-notes', 'voice', '', '/', '模型'],
])('of %s nothing else is known, so it is a chat model, or one for pictures where a vendor does nothing else', (model) => {
  const ofPictures = [56, 1066]
  for (const { id, operations } of channelTypes)
    expect(isCallable(id, model), String(id)).toBe(operations.includes('chat') || ofPictures.includes(id))
})

test.each([
  ['text-embedding-3-small', 1, 14],
  ['embed-v4.0', 34, 43],
  ['voyage-4', 1101, 43],
  ['gemini-embedding-001', 24, 43],
  ['BAAI/bge-m3', 40, 31],
  ['whisper-1', 1, 14],
  ['FunAudioLLM/SenseVoiceSmall', 40, 43],
  ['tts-1-hd', 1, 43],
  ['rerank-v3.5', 34, 1],
  ['cohere.rerank-v3-5:0', 33, 1],
  ['rerank-english-v3.0', 8, 43],
  ['BAAI/bge-reranker-v2-m3', 40, 1],
  ['rerank-2.5-lite', 8, 24],
  ['jina-reranker-m0', 38, 1],
  ['Qwen/Qwen3-Reranker-8B', 47, 45],
  ['jina-clip-v2', 38, 43],
  ['dall-e-3', 1, 14],
  ['gpt-image-2-2026-04-21', 1, 43],
  ['openai/gpt-image-1.5', 1, 14],
  ['imagen-4.0-generate-001', 24, 14],
  ['black-forest-labs/FLUX.1-schnell', 1, 43],
  ['black-forest-labs/flux-schnell', 56, 43],
  ['black-forest-labs/flux-kontext-pro', 56, 43],
  ['flux-kontext-pro', 1066, 43],
  ['recraft-ai/recraft-v3', 56, 43],
  ['omni-moderation-latest', 1, 43],
  ['text-moderation-stable', 8, 3],
  ['mistral-moderation-latest', 42, 14],
  ['mistral-ocr-latest', 42, 8],
  ['FunAudioLLM/CosyVoice2-0.5B', 40, 43],
  ['sora-2', 55, 1],
  ['veo-3.1-generate-preview', 24, 43],
  ['doubao-seedance-2-0-260128', 45, 43],
  ['kling-v2-6', 50, 43],
])('%s can be called at type %i and not at type %i', (model, at, notAt) => {
  expect([isCallable(at, model), isCallable(notAt, model)]).toEqual([true, false])
})

test.each([
  ['mj_imagine', [2, 5]],
  ['swap_face', [2, 5]],
  ['suno_music', [36]],
])('%s is served at proxies only', (model, types) => {
  expect(channelTypes.filter(({ id }) => isCallable(id, model)).map(({ id }) => id)).toEqual(types)
})

test('nothing can be called at a type that is not built, and at one that no list has what an own address serves', () => {
  for (const type of [2, 36, 57]) expect(isCallable(type, 'gpt-5')).toBe(false)
  expect(isCallable(999, 'gpt-5')).toBe(true)
})
