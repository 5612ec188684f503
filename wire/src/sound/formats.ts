// Formats of speech and of transcription that are not OpenAI's, which most vendors have: one line each. A vendor's record names its own.
import { elevenlabsSpeech } from './elevenlabs-speech.ts'
import { elevenlabsTranscription } from './elevenlabs-transcription.ts'
import type { SpeechFormat, TranscriptionFormat } from './format.ts'

const speechFormats: Readonly<Record<string, SpeechFormat>> = { elevenlabs: elevenlabsSpeech }
const transcriptionFormats: Readonly<Record<string, TranscriptionFormat>> = { elevenlabs: elevenlabsTranscription }

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
