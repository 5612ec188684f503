import { describe, expect, test } from 'vitest'
import { StatedTraits } from './stated-traits.ts'
import { traitsOf } from './traits.ts'

describe('what a name says of a model', () => {
  test.each([
    ['gpt-4o-mini', 'none'],
    ['gpt-3.5-turbo', 'none'],
    ['chatgpt-4o-latest', 'none'],
    ['gpt-5-chat-latest', 'none'],
    ['gpt-5.3-chat', 'none'],
    ['o3-mini-high', 'effort'],
    ['openai/gpt-5.4-mini', 'effort'],
    ['gpt-6-luna', 'effort'],
    ['gemini-2.5-flash', 'own'],
    ['gemini-flash-latest', 'own'],
    ['models/gemini-3.5-pro', 'own'],
    ['grok-4-fast-reasoning', 'own'],
    ['claude-opus-5-5', 'own'],
    ['claude-sonnet-4-5', undefined],
    ['gemini-2.0-flash', undefined],
    ['gemini-1.5-pro', undefined],
    ['gemini-pro', undefined],
    ['gemini-2.5-flash-image', undefined],
    ['gemini-2.5-flash-preview-tts', undefined],
    ['gemini-embedding-001', undefined],
    ['grok-4-fast-non-reasoning', undefined],
    ['deepseek-v4-flash', undefined],
    ['my-o3', undefined],
    ['', undefined],
  ])('%s thinks: %s', (model, thinking) => expect(traitsOf(model).thinking).toBe(thinking))

  test.each([
    ['claude-sonnet-4-5', 'Anthropic'],
    ['anthropic.claude-3-haiku', 'Anthropic'],
    ['gpt-5-mini', 'OpenAI'],
    ['o3-mini', 'OpenAI'],
    ['far/gemini-2.5-pro', 'Google'],
    ['DeepSeek-V3', 'DeepSeek'],
    ['mj_imagine', 'Midjourney'],
    ['house-model', ''],
  ])('%s is of %s', (model, maker) => expect(traitsOf(model).maker).toBe(maker))

  test.each([
    ['gpt-5', undefined, 'chat'],
    ['text-embedding-3-small', 'embedding', 'embedding'],
    ['my-embedder', undefined, 'embedding'],
    ['voyage-4-lite', 'embedding', 'embedding'],
    ['BAAI/bge-reranker-v2-m3', 'ranking', 'ranking'],
    ['team-re-ranker', undefined, 'ranking'],
    ['whisper-1', 'transcription', 'other'],
    ['tts-1', 'speech', 'other'],
    ['gpt-image-2', 'image', 'image'],
    ['mj_imagine', 'drawing', 'other'],
    ['swap_face', 'drawing', 'chat'],
    ['suno_lyrics', 'music', 'other'],
    ['my-dall-e', undefined, 'image'],
    ['google/nano-banana', 'image', 'image'],
    ['my-nano-banana', undefined, 'image'],
    ['video-notes', undefined, 'film'],
    ['veo-3.1-generate-preview', 'film', 'film'],
    ['MiniMax-Hailuo-2.3', 'film', 'film'],
    ['doubao-seedance-2-0-260128', 'film', 'film'],
    ['eleven_flash_v2_5', 'speech', 'speech'],
    ['scribe_v2', 'transcription', 'transcription'],
    ['voxtral-mini-2602', 'transcription', 'transcription'],
    ['voxtral-small-transcribe-3', 'transcription', 'transcription'],
    ['voxtral-small-latest', undefined, 'chat'],
    ['qwen3-asr-flash', 'transcription', 'transcription'],
    ['@cf/deepgram/aura-2-en', 'speech', 'chat'],
    ['@cf/myshell-ai/melotts', 'speech', 'chat'],
    ['qwen3-asr-flash-filetrans', undefined, 'other'],
  ])('%s is for %s, and likely for %s', (model, work, likelyWork) => expect(traitsOf(model)).toMatchObject({ work, likelyWork }))

  test('only models that are sold by tokens of sound have those counted apart', () => {
    const byTokens = ['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe-diarize', 'gemini-3.8-flash']
    const byTime = ['gpt-transcribe', 'whisper-1', 'voxtral-mini-2602']
    expect(byTokens.map((name) => traitsOf(name).soundUnit)).toEqual(byTokens.map(() => 'tokens'))
    expect(byTime.map((name) => traitsOf(name).soundUnit)).toEqual(byTime.map(() => 'seconds'))
  })
})

describe('what an operator states of models', () => {
  const stated = StatedTraits.parse({
    'team-*': { work: 'embedding', maker: 'Team' },
    'team-chat-*': { thinking: 'effort' },
    'gpt-5': { thinking: 'none' },
  })

  test.each([
    ['team-a', { work: 'embedding', likelyWork: 'embedding', maker: 'Team', thinking: undefined }],
    ['team-chat-1', { work: undefined, likelyWork: 'chat', maker: '', thinking: 'effort' }],
    ['gpt-5', { thinking: 'none', maker: 'OpenAI' }],
    ['gpt-5-mini', { thinking: 'effort' }],
    ['team', { work: undefined }],
    ['toString', { work: undefined }],
  ])('%s: exactly this name, else the longest beginning, else the name itself', (model, traits) => {
    expect(traitsOf(model, stated)).toMatchObject(traits)
  })

  test('a last day, and what to use in its place', () => {
    const ending = StatedTraits.parse({
      'old-*': { ends_on: '2026-12-01', successor: 'new' },
      'old-chat': { ends_on: '2027-01-01' },
      other: {},
    })
    expect(['old-a', 'old-chat', 'other'].map((model) => traitsOf(model, ending).end)).toEqual([
      { on: '2026-12-01', successor: 'new' },
      { on: '2027-01-01' },
      undefined,
    ])
  })

  test.each([
    { a: { work: 'painting' } },
    { a: { kind: 'chat' } },
    { '': {} },
    { a: { maker: ' ' } },
    { a: { ends_on: '2026-13-01' } },
    { a: { context_tokens: 0 } },
    { a: { longest_answer_tokens: 1.5 } },
    { a: 'chat' },
    [],
  ])('%j is refused', (value) => {
    expect(StatedTraits.safeParse(value).success).toBe(false)
  })
})
