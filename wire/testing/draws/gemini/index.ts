// generateContent of Google's Gemini API, from its reference and the types of its SDK (@google/genai, GenerateContentConfig).
import { gemini } from '../../strict/gemini/index.ts'
import type { DrawnDialect } from '../draw.ts'
import { contents } from './contents.ts'
import { settings } from './settings.ts'
import { text } from './shared.ts'
import { tools } from './tools.ts'

export const geminiDraws: DrawnDialect = {
  name: 'gemini-generate',
  ownModels: [
    'gemini-3-flash-preview',
    'gemini-2.5-flash',
    'gemini-2.5-pro',
    'gemini-3.6-flash',
    'gemini-2.0-flash',
    'gemini-2.5-flash-image',
    'gemini-2.5-flash-preview-tts',
  ],
  vendor: gemini,
  path: (model, streams) => `/v1beta/models/${model}:${streams ? 'streamGenerateContent' : 'generateContent'}`,
  modelInPath: true,
  headers: { 'x-goog-api-key': 'key' },
  base: {},
  turns: 'contents',
  parts: 'parts',
  text,
  question: 'What are tides?',
  variations: [...settings, ...contents, ...tools],
}
