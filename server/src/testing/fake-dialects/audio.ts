// OpenAI's audio: a form with a recording becomes text, a text becomes bytes of sound. Source: OpenAI's API reference, "Audio", 2026.
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { chatDialect } from './chat.ts'
import { bare, type FakeDialect, type FakeRequest, type Fields, text } from './fake-dialect.ts'
import { segmentsOf, speakerComplaint } from './speakers.ts'

const FILES = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|oga|wav|webm)$/i
const TEXTS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']
const SOUNDS: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}
/** Characters that OpenAI's own models speak at once. */
const MAX_INPUT = 4096
const BYTES_PER_CHARACTER = 64

const isSpeech = ({ path }: FakeRequest) => path === '/audio/speech'
const formatOf = ({ body }: FakeRequest, usual: string) => text(body.response_format) || usual
/** Streams, and is sold by the time all the same. */
const SOLD_BY_SECONDS = 'gpt-transcribe'
const reportsTokens = (model: string) => model.startsWith('gpt-')
const fileOf = ({ body }: FakeRequest) => (body.file instanceof File ? body.file : undefined)
/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (request: FakeRequest) => Math.max(0, (fileOf(request)?.size ?? 0) - 44) / 32_000

/** The words of the recording: as many as `#out` in the prompt requests, else by its length. */
const wordsOf = (ask: FakeAsk, request: FakeRequest) =>
  /#out:/.test(ask.promptText) ? ask.pieces.join('') : `A recording of ${secondsOf(request)} seconds.`

/** The bytes that a text is spoken in; anybody can work them out. */
export function spokenBytes(input: string): Buffer {
  const pattern = Buffer.from(Array.from({ length: 256 }, (_, at) => (at * 7) % 256))
  return Buffer.alloc(input.length * BYTES_PER_CHARACTER, pattern)
}

export const audioDialect: FakeDialect = {
  read(request) {
    const { body } = request
    const isStream = isSpeech(request) ? body.stream_format === 'sse' : body.stream === 'true' && reportsTokens(text(body.model))
    return { model: text(body.model), texts: [text(body.prompt) + text(body.input)], images: 0, messages: 1, isStream }
  },

  complaint: (request) => (isSpeech(request) ? speechComplaint(request.body) : recordingComplaint(request)),

  whole(ask, request) {
    const transcript = wordsOf(ask, request)
    const usage = ask.usageMode === 'missing' ? {} : { usage: usageOf(ask, request, transcript) }
    if (formatOf(request, 'json') === 'diarized_json')
      return { task: 'transcribe', duration: secondsOf(request), text: transcript, segments: segmentsOf(request.body), ...usage }
    if (formatOf(request, 'json') !== 'verbose_json') return { text: transcript, ...usage }
    return { task: 'transcribe', language: 'english', duration: secondsOf(request), text: transcript, segments: [], ...usage }
  },

  stream(ask, request) {
    if (isSpeech(request)) {
      const { input_tokens, output_tokens } = { input_tokens: ask.usage.prompt_tokens, output_tokens: ask.usage.completion_tokens }
      const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
      const pieces = soundPieces(ask, request).map((piece) => ({ type: 'speech.audio.delta', audio: piece.toString('base64') }))
      return [
        ...pieces.map((data) => ({ text: bare(data), isPiece: true })),
        { text: bare({ type: 'speech.audio.done', usage }), isPiece: false },
      ]
    }
    const transcript = wordsOf(ask, request)
    const deltas = (transcript.match(/\s*\S+/g) ?? []).map((delta) => ({
      text: bare({ type: 'transcript.text.delta', delta }),
      isPiece: true,
    }))
    const usage = ask.usageMode === 'missing' ? {} : { usage: usageOf(ask, request, transcript) }
    const segments = formatOf(request, 'json') === 'diarized_json' ? segmentsOf(request.body) : []
    const ofSpeakers = segments.map((segment) => ({ text: bare(segment), isPiece: true }))
    return [...deltas, ...ofSpeakers, { text: bare({ type: 'transcript.text.done', text: transcript, ...usage }), isPiece: false }]
  },

  media(ask, request) {
    if (isSpeech(request)) return { type: SOUNDS[formatOf(request, 'mp3')] ?? '', pieces: soundPieces(ask, request) }
    const transcript = wordsOf(ask, request)
    const line = '00:00:00,000 --> 00:00:01,000'
    const texts: Readonly<Record<string, string>> = {
      text: `${transcript}\n`,
      srt: `1\n${line}\n${transcript}\n\n`,
      vtt: `WEBVTT\n\n${line.replaceAll(',', '.')}\n${transcript}\n\n`,
    }
    const found = texts[formatOf(request, 'json')]
    return found === undefined ? undefined : { type: 'text/plain; charset=utf-8', pieces: [Buffer.from(found)] }
  },

  broken: chatDialect.broken,
  error: chatDialect.error,
}

function usageOf(ask: FakeAsk, request: FakeRequest, transcript: string): object {
  const seconds = secondsOf(request)
  if (!reportsTokens(ask.model) || ask.model === SOLD_BY_SECONDS) return { type: 'duration', seconds: Math.ceil(seconds) }
  const [text_tokens, audio_tokens, output_tokens] = [
    Math.ceil(ask.promptText.length / 4),
    Math.round(seconds * 10),
    transcript.split(' ').length,
  ]
  const input_tokens = text_tokens + audio_tokens
  const input_token_details = { text_tokens, audio_tokens }
  return { type: 'tokens', input_tokens, input_token_details, output_tokens, total_tokens: input_tokens + output_tokens }
}

/** As many pieces as `#chunks` requests, else four. */
function soundPieces(ask: FakeAsk, { body }: FakeRequest): Buffer[] {
  const bytes = spokenBytes(text(body.input))
  const count = ask.pauseMs > 0 ? ask.pieces.length : 4
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)).filter(({ length }) => length > 0)
}

function speechComplaint({ model, input, voice, response_format, stream_format, speed }: Fields): string | undefined {
  const named = text(model)
  if (named === '') return 'you must provide a model parameter'
  if (typeof input !== 'string' || input === '') return "Missing required parameter: 'input'."
  if (/^(tts-1|gpt-4o-mini-tts)/.test(named) && input.length > MAX_INPUT) return `Invalid 'input': string too long. Expected ${MAX_INPUT}.`
  if (typeof voice !== 'string' && typeof voice !== 'object') return "Missing required parameter: 'voice'."
  if (response_format !== undefined && !Object.hasOwn(SOUNDS, text(response_format))) return "Invalid value for 'response_format'."
  if (speed !== undefined && !(typeof speed === 'number' && speed >= 0.25 && speed <= 4)) return "Invalid value for 'speed'."
  if (stream_format === undefined || stream_format === 'audio') return undefined
  return stream_format === 'sse' && named.startsWith('gpt-') ? undefined : "Invalid value for 'stream_format'."
}

function recordingComplaint(request: FakeRequest): string | undefined {
  const { body, headers, path } = request
  const model = text(body.model)
  const format = formatOf(request, 'json')
  if (!/^multipart\/form-data; boundary=/.test(headers['content-type'] ?? '')) return 'Content-Type must be multipart/form-data'
  if (model === '') return 'you must provide a model parameter'
  const file = fileOf(request)
  if (!file) return "'file' is a required property"
  if (!FILES.test(file.name)) return 'Unrecognized file format.'
  if (!TEXTS.includes(format)) return `Invalid value for 'response_format': ${format}`
  if (reportsTokens(model) && (path === '/audio/translations' || !/^(json|diarized_json|text)$/.test(format)))
    return `response_format '${format}' is not compatible with model '${model}'.`
  const complaint = speakerComplaint(request, model, format, secondsOf(request))
  if (complaint !== undefined) return complaint
  if (body['timestamp_granularities[]'] !== undefined && format !== 'verbose_json') return 'Timestamp granularities need verbose_json.'
  const temperature = body.temperature === undefined ? 0 : Number(text(body.temperature))
  return temperature >= 0 && temperature <= 1 ? undefined : "Invalid value for 'temperature'."
}
