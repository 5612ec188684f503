import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { optionsOf, vendor } from './vendor.ts'

/**
 * Gemini in Google's own dialect, Claude in Anthropic's, and all else, with the maker before its name, in OpenAI's. The address follows from
 * the region. Source: Google Cloud, "Generative AI on Vertex AI": API reference, "Locations", "Claude models", "Open models", "Express mode",
 * 2026; Gemini 2.5 ended there on 2026-10-20.
 */
export const vertex = vendor({
  id: 41,
  name: 'Vertex AI',
  tracedAs: 'gcp.vertex_ai',
  hint: {
    zh: 'Google Cloud 上的 Gemini、Claude、Veo 视频与开放模型；也可使用快捷模式（express）API 密钥，仅限 Gemini',
    en: 'Gemini, Claude, Veo videos and open models on Google Cloud; also accepts an express mode API key, for Gemini only',
  },
  hasOwnVoices: true,
  baseUrl: '',
  isAddressComputed: true,
  keyFormat: 'service-account-json',
  other: {
    zh: '区域，或按模型指定区域的 JSON（含 default）',
    en: 'Region, or JSON of models to regions with a default',
  },
  otherFormat: 'regions',
  dialects: ['gemini-generate', 'anthropic-messages', 'openai-chat'],
  rulebooks: { 'anthropic-messages': 'vertex-anthropic' },
  operations: ['chat', 'speech', 'transcription', 'images', 'image-edits', 'predict', 'videos', 'models', 'count'],
  formats: { speech: 'gemini', transcription: 'gemini', images: 'gemini', 'image-edits': 'gemini', videos: 'vertex' },
  options: { ...optionsOf('gemini', gemini), ...optionsOf('claude', anthropic) },
  models: [
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-pro-image',
    'gemini-3.1-flash-image',
    'gemini-3.1-flash-lite-image',
    'gemini-3.8-flash-tts',
    'gemini-3.8-flash-lite-tts',
    'veo-3.1-lite-generate-001',
    'claude-opus-5-5',
    'claude-fable-5-1',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-opus-4-5@20251101',
    'claude-haiku-4-5@20251001',
    'openai/gpt-oss-120b-maas',
    'openai/gpt-oss-20b-maas',
  ],
  unpriced: ['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts'],
  smallModel: 'gemini-3.5-flash-lite',
})
