// Chat Completions of OpenAI, from its reference and the types of its SDK (openai, ChatCompletionCreateParamsBase).
import { openaiChat } from '../../strict/openai/index.ts'
import type { DrawnDialect } from '../draw.ts'
import { openaiHouse } from '../openai-house.ts'
import { mixed, plain, values } from '../variations.ts'
import { messageVariations } from './messages.ts'
import { toolVariations } from './tools.ts'

const streams = { set: { stream: true } }
const speaks = { modalities: ['text', 'audio'] }
const near = (approximate: Record<string, string>) => ({ user_location: { type: 'approximate', approximate } })

const sampling = [
  ...plain('temperature', [0, 0.7, 1, 1.5, 2]),
  ...values('temperature', { null: null }),
  ...plain('top_p', [0, 0.1, 0.95, 1]),
  ...plain('frequency_penalty', [-2, 0, 0.5, 2]),
  ...plain('presence_penalty', [-2, 0, 0.5, 2]),
  ...plain('n', [1, 2, 8]),
  ...plain('seed', [0, 42, -1, 2_147_483_647]),
  ...values('logit_bias', { none: {}, 'one token': { '50256': -100 }, 'three tokens': { '1734': 100, '9043': 0.5, '73700': -1 } }),
  ...plain('logprobs', [true, false]),
  ...plain('top_logprobs', [0, 1, 5], { set: { logprobs: true } }),
  ...values('stop', {
    'one text': 'END',
    'list of one': ['END'],
    four: ['END', '\n\n', 'Human:', '</answer>'],
    'empty list': [],
    null: null,
    newline: '\n',
  }),
]

const lengths = [...plain('max_tokens', [1, 16, 1024, 4096]), ...plain('max_completion_tokens', [1, 16, 1024, 16_384])]
const thinking = [
  ...plain('reasoning_effort', ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
  ...values('reasoning_effort', { null: null }),
  ...plain('verbosity', ['low', 'medium', 'high']),
]

const media = [
  ...values('modalities', { text: ['text'] }),
  ...mixed('audio', {
    'WAV by alloy': { set: { ...speaks, audio: { format: 'wav', voice: 'alloy' } } },
    'MP3 by ash': { set: { ...speaks, audio: { format: 'mp3', voice: 'ash' } } },
    'AAC by cedar': { set: { ...speaks, audio: { format: 'aac', voice: 'cedar' } } },
    'FLAC by marin': { set: { ...speaks, audio: { format: 'flac', voice: 'marin' } } },
    'Opus by an own voice': { set: { ...speaks, audio: { format: 'opus', voice: { id: 'voice_1234' } } } },
    'PCM in a stream': { set: { ...speaks, stream: true, audio: { format: 'pcm16', voice: 'verse' } } },
  }),
]

const searches = values('web_search_options', {
  plain: {},
  'small context': { search_context_size: 'low' },
  'large context': { search_context_size: 'high' },
  'near a city': near({ city: 'London', country: 'GB', region: 'London', timezone: 'Europe/London' }),
  'near a country': near({ country: 'FR' }),
  'near nowhere': { user_location: null },
})

const house = [
  ...openaiHouse,
  ...values('prompt_cache_options', {
    explicit: { mode: 'explicit', ttl: '30m' },
    lifetime: { ttl: '30m' },
  }),
  ...values('prediction', {
    text: { type: 'content', content: 'class User {}' },
    parts: { type: 'content', content: [{ type: 'text', text: 'class User {}' }] },
  }),
]

const stream = [
  ...plain('stream', [true, false]),
  ...values(
    'stream_options',
    {
      'with usage': { include_usage: true },
      'without usage': { include_usage: false },
      'without obfuscation': { include_obfuscation: false },
      null: null,
    },
    streams,
  ),
]

export const openaiChatDraws: DrawnDialect = {
  name: 'openai-chat',
  ownModels: ['gpt-5.2', 'gpt-4o', 'gpt-4.1', 'gpt-5', 'gpt-5.6-sol', 'gpt-6-sol', 'o4-mini', 'gpt-audio', 'gpt-4o-search-preview'],
  vendor: openaiChat,
  path: () => '/v1/chat/completions',
  headers: { authorization: 'Bearer key' },
  base: {},
  turns: 'messages',
  parts: 'content',
  text: (words) => ({ type: 'text', text: words }),
  question: 'What are tides?',
  variations: [...sampling, ...lengths, ...thinking, ...media, ...searches, ...house, ...stream, ...messageVariations, ...toolVariations],
}
