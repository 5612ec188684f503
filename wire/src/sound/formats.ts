// Formats of speech and of transcription that are not OpenAI's, which most vendors have: one line each. A vendor's record names its own.

import type { SpeechFormat, TranscriptionFormat } from './format.ts'
import { cohereTranscription } from './vendors/cohere-transcription.ts'
import { dashscopeSpeech } from './vendors/dashscope-speech.ts'
import { dashscopeTranscription } from './vendors/dashscope-transcription.ts'
import { elevenlabsSpeech } from './vendors/elevenlabs-speech.ts'
import { elevenlabsTranscription } from './vendors/elevenlabs-transcription.ts'
import { geminiSpeech } from './vendors/gemini-speech.ts'
import { geminiTranscription } from './vendors/gemini-transcription.ts'
import { minimaxSpeech } from './vendors/minimax-speech.ts'
import { mistralSpeech } from './vendors/mistral-speech.ts'
import { workersAiMelotts } from './vendors/workers-ai-melotts.ts'
import { workersAiSpeech } from './vendors/workers-ai-speech.ts'
import { workersAiTranscription } from './vendors/workers-ai-transcription.ts'
import { xaiSpeech } from './vendors/xai-speech.ts'
import { xaiTranscription } from './vendors/xai-transcription.ts'

const speechFormats: Readonly<Record<string, SpeechFormat>> = {
  dashscope: dashscopeSpeech,
  elevenlabs: elevenlabsSpeech,
  gemini: geminiSpeech,
  minimax: minimaxSpeech,
  mistral: mistralSpeech,
  'workers-ai': workersAiSpeech,
  'workers-ai-melotts': workersAiMelotts,
  xai: xaiSpeech,
}
const transcriptionFormats: Readonly<Record<string, TranscriptionFormat>> = {
  cohere: cohereTranscription,
  dashscope: dashscopeTranscription,
  elevenlabs: elevenlabsTranscription,
  gemini: geminiTranscription,
  'workers-ai': workersAiTranscription,
  xai: xaiTranscription,
}

/** The format of that name; undefined: OpenAI's. Throws TypeError where there is none. */
export const speechFormat = (name: string | undefined): SpeechFormat | undefined => found(speechFormats, name, 'speech')

/** The format of that name; undefined: OpenAI's. Throws TypeError where there is none. */
export const transcriptionFormat = (name: string | undefined): TranscriptionFormat | undefined =>
  found(transcriptionFormats, name, 'transcription')

function found<Format>(formats: Readonly<Record<string, Format>>, name: string | undefined, what: string): Format | undefined {
  if (name === undefined) return undefined
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (!format) throw new TypeError(`there is no format ${name} of ${what}`)
  return format
}
