// The speech of Mistral and xAI and the transcripts of xAI and Cohere for tests, on a real socket: each takes what its reference has and nothing
// else. Sources: https://docs.mistral.ai/studio/audio/text-to-speech/generate-speech and the types of @mistralai/mistralai 2.7.0;
// https://docs.x.ai/developers/model-capabilities/audio; https://docs.cohere.com/reference/create-audio-transcription, 2026.
import type { IncomingMessage } from 'node:http'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

type Fields = SeenRequest['body']

/** The bytes in which a text is spoken. */
export const soundOf = (text: unknown): Buffer => Buffer.from(`sound of ${String(text)}`)

/** Starts a server on 127.0.0.1 that takes this key. */
export async function openFakeVoiceVendors(key: string): Promise<FakeVoiceVendors> {
  const server = new FakeVoiceVendors(key)
  await server.listen()
  return server
}

interface Door {
  /** What is wrong with a request. */
  fault(seen: SeenRequest): string | undefined
  answer(seen: SeenRequest): readonly Step[]
}

export class FakeVoiceVendors extends ScriptedServer {
  readonly #key: string

  constructor(key: string) {
    super()
    this.#key = key
  }

  protected override answer(_request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const door = doors[seen.path]
    if (!door) return scenario.reply(404, { message: 'not found' })
    const fault = seen.key === this.#key ? door.fault(seen) : 'invalid key'
    if (fault === undefined) return this.scripted(this.#key, seen.file ? 'upload' : 'call') ?? door.answer(seen)
    seen.refusal = fault
    return scenario.reply(seen.key === this.#key ? 422 : 401, { message: fault })
  }
}

const stray = (body: object, names: readonly string[]) => Object.keys(body).find((name) => !names.includes(name))
const oneOf = (value: unknown, values: readonly unknown[]) => values.includes(value)

const doors: Readonly<Record<string, Door>> = {
  '/v1/audio/speech': {
    fault({ body }) {
      const { input, voice_id: voice, response_format: format = 'mp3' } = body
      const unknown = stray(body, ['model', 'input', 'voice_id', 'ref_audio', 'response_format', 'stream', 'metadata', 'prompt_cache_key'])
      if (unknown !== undefined) return `extra_forbidden: ${unknown}`
      if (typeof input !== 'string' || typeof voice !== 'string' || voice === '') return 'missing: input or voice_id'
      return oneOf(format, ['pcm', 'wav', 'mp3', 'flac', 'opus']) ? undefined : 'response_format'
    },
    answer: ({ body }) =>
      body.stream === true ? mistralStream(body) : scenario.reply(200, { audio_data: soundOf(body.input).toString('base64') }),
  },
  '/v1/tts': {
    fault({ body }) {
      const { text, language, output_format: format } = body
      const unknown = stray(body, ['text', 'voice_id', 'language', 'output_format', 'optimize_streaming_latency', 'text_normalization'])
      if (unknown !== undefined) return `unknown field ${unknown}`
      if (typeof text !== 'string' || text.length > 15_000 || typeof language !== 'string') return 'text and language are required'
      const { codec, sample_rate: rate } = { ...(format as Fields | undefined) }
      const isFormat = oneOf(codec, ['mp3', 'wav', 'pcm', 'mulaw', 'alaw']) && oneOf(rate, [8000, 16_000, 22_050, 24_000, 44_100, 48_000])
      return format === undefined || isFormat ? undefined : 'output_format'
    },
    answer: ({ body }) => [step.head(200, { 'content-type': 'audio/mpeg' }), step.bytes(soundOf(body.text), { splitEvery: 8 }), step.end()],
  },
  '/v1/stt': {
    fault({ body, file }) {
      const unknown = stray(body, [
        'url',
        'format',
        'language',
        'diarize',
        'multichannel',
        'channels',
        'audio_format',
        'sample_rate',
        'keyterm',
      ])
      if (unknown !== undefined || !file) return `unknown field or no file: ${unknown}`
      return body.format === 'true' && body.language === undefined ? 'format needs a language' : undefined
    },
    answer({ body, file }) {
      const speaker = (index: number) => (body.diarize === 'true' ? { speaker: index } : {})
      const words = [
        { text: 'Hello', start: 0.1, end: 0.5, ...speaker(0) },
        { text: 'there.', start: 0.6, end: 1, ...speaker(1) },
      ]
      return scenario.reply(200, { text: 'Hello there.', language: 'en', duration: secondsOf(file?.size ?? 0), words })
    },
  },
  '/v2/audio/transcriptions': {
    fault({ body, file }) {
      const unknown = stray(body, ['model', 'language', 'temperature'])
      if (unknown !== undefined || !file) return `unknown field or no file: ${unknown}`
      return body.model === 'cohere-transcribe-03-2026' && /^[a-z]{2}$/.test(String(body.language)) ? undefined : 'model or language'
    },
    answer: () => scenario.reply(200, { text: 'Hello there.' }),
  },
}

/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (size: number): number => Math.max(0, size - 44) / 32_000

function mistralStream({ input }: Fields): readonly Step[] {
  const bytes = soundOf(input)
  const half = Math.ceil(bytes.length / 2)
  const delta = (piece: Buffer): Step =>
    step.text(
      `event: speech.audio.delta\ndata: ${JSON.stringify({ type: 'speech.audio.delta', audio_data: piece.toString('base64') })}\n\n`,
    )
  const usage = { prompt_tokens: 3, completion_tokens: 90, total_tokens: 93 }
  return [
    step.streamHead(),
    delta(bytes.subarray(0, half)),
    delta(bytes.subarray(half)),
    step.text(`event: speech.audio.done\ndata: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`),
    step.end(),
  ]
}
