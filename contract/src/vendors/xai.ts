import { vendor } from './vendor.ts'

/**
 * The Responses API first, which shows what its models think; it calls its chat an older API. Its speech and its transcripts take no model, so the
 * names `grok-tts` and `grok-stt` are ours. Source: https://docs.x.ai/developers/rest-api-reference, 2026.
 */
export const xai = vendor({
  id: 48,
  name: 'xAI',
  tracedAs: 'x_ai',
  hint: { zh: 'Grok 系列模型，官方接口', en: 'Official API of the Grok models' },
  hasOwnVoices: true,
  baseUrl: 'https://api.x.ai',
  presets: [{ name: { zh: '美国区域（价格高 10%）', en: 'United States only, 10% more expensive' }, address: 'https://us.api.x.ai' }],
  rulebook: 'xai',
  // Its Responses API takes what its chat takes.
  rulebooks: { 'openai-responses': 'xai' },
  hosts: ['x.ai'],
  listedAs: ['xai'],
  dialects: ['openai-responses', 'openai-chat'],
  keepsResponses: true,
  isDialectChosen: true,
  operations: ['chat', 'completions', 'transcription', 'speech', 'images', 'image-edits', 'videos', 'realtime', 'files', 'models'],
  paths: { transcription: '/v1/stt', speech: '/v1/tts' },
  formats: { transcription: 'xai', speech: 'xai', images: 'xai', 'image-edits': 'xai', videos: 'xai' },
  models: [
    'grok-4.7',
    'grok-4.6',
    'grok-4.5',
    'grok-4.3',
    'grok-4.20',
    'grok-build-0.1',
    'grok-imagine-image-2.0',
    'grok-imagine-image',
    'grok-imagine-video',
    'grok-imagine-video-1.5',
    'grok-tts',
    'grok-stt',
  ],
  unpriced: ['grok-tts', 'grok-stt', 'grok-imagine-image-2.0'],
  smallModel: 'grok-4.3',
})
