// Transcripts of Mistral. Sources: https://docs.mistral.ai/api/endpoint/audio/transcriptions and the types of @mistralai/mistralai 2.7.0, 2026.
import { type Step, scenario, step } from '../fake-provider-script.ts'
import type { TranscriberDoor } from './door.ts'

const FIELDS: readonly string[] = [
  ...['model', 'language', 'temperature', 'stream', 'diarize', 'context_bias', 'timestamp_granularities', 'file_id', 'file_url'],
]
const GRANULARITIES = /^(segment|word)$/

export const mistralTranscripts: TranscriberDoor = {
  path: /^\/v1\/audio\/transcriptions$/,
  keyIn: ({ authorization }) => String(authorization).replace(/^Bearer /, ''),

  fault({ body, file }) {
    const stray = Object.keys(body).find((name) => !FIELDS.includes(name))
    if (stray !== undefined) return `extra_forbidden: ${stray}`
    if ([file, body.file_id, body.file_url].filter((one) => one !== undefined).length !== 1) return 'one of file, file_url and file_id'
    const { language, timestamp_granularities: granularities } = body
    if (granularities !== undefined && !GRANULARITIES.test(String(granularities))) return 'timestamp_granularities'
    if (granularities !== undefined && language !== undefined) return 'language and timestamp_granularities cannot be combined'
    return /^voxtral-/.test(String(body.model)) ? undefined : 'invalid model'
  },

  answer: ({ body, file }) => {
    const done = transcriptOf(String(body.model), secondsOf(file?.size ?? 0))
    if (body.stream !== 'true') return scenario.reply(200, done)
    return [...begun, mistralEvent('transcription.done', done), step.end()]
  },

  refuse: (status, message) => scenario.reply(status, { object: 'error', message, type: 'invalid_request_error', code: '3051' }),
}

/** An event as it stands in the stream. */
export const mistralEvent = (type: string, data: object): Step =>
  step.text(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)

const segments = [
  { type: 'transcription_segment', text: 'Hello', start: 0.1, end: 0.5, speaker_id: 'speaker_1' },
  { type: 'transcription_segment', text: 'there.', start: 0.6, end: 1, speaker_id: 'speaker_2' },
]

/** All of a stream that stands before its end. */
const begun: readonly Step[] = [
  step.streamHead(),
  mistralEvent('transcription.language', { audio_language: 'en' }),
  mistralEvent('transcription.text.delta', { text: 'Hello' }),
  mistralEvent('transcription.segment', { ...segments[0], type: 'transcription.segment' }),
  mistralEvent('transcription.text.delta', { text: ' there.' }),
  mistralEvent('transcription.segment', { ...segments[1], type: 'transcription.segment' }),
]

const transcriptOf = (model: string, seconds: number) => ({
  ...{ model, text: 'Hello there.', language: 'en', segments },
  usage: { prompt_audio_seconds: Math.ceil(seconds), prompt_tokens: 4, total_tokens: 812, completion_tokens: 8 },
})

/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (size: number): number => Math.max(0, size - 44) / 32_000
