// Whisper, Aura and MeloTTS at Cloudflare's Workers AI. Sources: https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo,
// `aura-1`, `aura-2-en` and `melotts`, 2026.
import { type Step, scenario, step } from '../fake-provider-script.ts'
import type { TranscriberDoor } from './door.ts'

type Fields = Record<string, unknown>

const RUN = '/client/v4/accounts/acc1/ai/run'
const keyIn: TranscriberDoor['keyIn'] = ({ authorization }) => String(authorization).replace(/^Bearer /, '')
const refuse: TranscriberDoor['refuse'] = (status, message) =>
  scenario.reply(status, {
    result: null,
    success: false,
    errors: [{ code: 5006, message: `AiError: Bad input: ${message}` }],
    messages: [],
  })

const stray = (value: Fields, names: readonly string[]) => Object.keys(value).find((name) => !names.includes(name))

export const whisperAtCloudflare: TranscriberDoor = {
  path: new RegExp(`^${RUN}/@cf/openai/whisper-large-v3-turbo$`),
  keyIn,
  refuse,

  fault({ body }) {
    const unknown = stray(body, ['audio', 'task', 'language', 'vad_filter', 'initial_prompt', 'prefix'])
    if (unknown !== undefined) return `unknown field ${unknown}`
    if (typeof body.audio !== 'string' || body.audio === '') return "required properties at '/' are 'audio'"
    return ['transcribe', 'translate', undefined].includes(body.task as string) ? undefined : 'task'
  },

  answer({ body }) {
    const duration = secondsOf(Buffer.byteLength(String(body.audio), 'base64'))
    const words = [
      { word: ' Hello', start: 0.1, end: 0.5 },
      { word: ' there.', start: 0.6, end: 1 },
    ]
    const segments = [
      { start: 0, end: 1, text: ' Hello there.', temperature: 0, avg_logprob: -0.2, compression_ratio: 1, no_speech_prob: 0, words },
    ]
    const result = {
      transcription_info: { language: 'en', language_probability: 0.99, duration, duration_after_vad: duration },
      ...{ text: 'Hello there.', word_count: 2, segments, vtt: 'WEBVTT\n\n' },
    }
    return scenario.reply(200, { result, success: true, errors: [], messages: [] })
  },
}

const SPEAKERS = ['arcas', 'asteria', 'athena', 'hera', 'luna', 'orion', 'orpheus', 'zeus', 'thalia', 'angus']
const types: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', flac: 'audio/flac', aac: 'audio/aac', opus: 'audio/ogg' }

export const auraAtCloudflare: TranscriberDoor = {
  path: new RegExp(`^${RUN}/@cf/deepgram/aura-(1|2-en)$`),
  keyIn,
  refuse,

  fault({ body }) {
    const { text, speaker, encoding = 'mp3', container, sample_rate: rate } = body
    const unknown = stray(body, ['text', 'speaker', 'encoding', 'container', 'sample_rate', 'bit_rate'])
    if (unknown !== undefined) return `unknown field ${unknown}`
    if (typeof text !== 'string' || text === '') return "required properties at '/' are 'text'"
    if (!SPEAKERS.includes(String(speaker))) return `speaker ${String(speaker)}`
    if (encoding === 'linear16') return ['wav', 'none'].includes(String(container)) ? undefined : 'container'
    if (!Object.hasOwn(types, String(encoding)) || rate !== undefined) return 'encoding or sample_rate'
    return container === undefined || (encoding === 'opus' && container === 'ogg') ? undefined : 'container'
  },

  answer: ({ body }): readonly Step[] => [
    step.head(200, { 'content-type': types[String(body.encoding)] ?? 'audio/wav' }),
    step.bytes(spokenBytes(String(body.text)), { splitEvery: 8 }),
    step.end(),
  ],
}

/** The bytes in which a text is spoken. */
export const spokenBytes = (text: string): Buffer => Buffer.from(`sound of ${text}`)

/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (size: number): number => Math.max(0, size - 44) / 32_000

export const melottsAtCloudflare: TranscriberDoor = {
  path: new RegExp(`^${RUN}/@cf/myshell-ai/melotts$`),
  keyIn,
  refuse,

  fault({ body }) {
    const unknown = stray(body, ['prompt', 'lang'])
    if (unknown !== undefined) return `unknown field ${unknown}`
    return typeof body.prompt === 'string' && body.prompt !== '' ? undefined : "required properties at '/' are 'prompt'"
  },

  answer: ({ body }) =>
    scenario.reply(200, {
      ...{ result: { audio: spokenBytes(String(body.prompt)).toString('base64') }, success: true, errors: [], messages: [] },
    }),
}
