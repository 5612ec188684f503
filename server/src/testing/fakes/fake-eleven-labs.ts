// ElevenLabs' API for tests, on a real socket: voices, recordings, models and credits, with the fields, the formats and the codes of its API
// reference ("Stream speech", "Create transcript", "List models", "Get user subscription", "Error messages", 2026). It takes nothing that
// these do not have.
import type { IncomingMessage } from 'node:http'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

const SPEECH_DOOR = /^\/v1\/text-to-speech\/([^/?]+)\/stream\?output_format=([a-z0-9]+_\d+(?:_\d+)?)$/

/** By `output_format`: the content type. */
const outputFormats: Readonly<Record<string, string>> = {
  mp3_22050_32: 'audio/mpeg',
  mp3_44100_128: 'audio/mpeg',
  mp3_44100_192: 'audio/mpeg',
  opus_48000_32: 'audio/opus',
  opus_48000_64: 'audio/opus',
  pcm_16000: 'audio/pcm',
  pcm_24000: 'audio/pcm',
  wav_24000: 'audio/wav',
  ulaw_8000: 'audio/basic',
}

/** The most characters of a text, by model. */
const maxCharacters: Readonly<Record<string, number>> = { eleven_v3: 5000, eleven_multilingual_v2: 10_000, eleven_flash_v2_5: 40_000 }

const SPEECH_FIELDS: ReadonlySet<string> = new Set([
  ...['text', 'model_id', 'language_code', 'voice_settings', 'pronunciation_dictionary_locators', 'seed', 'previous_text', 'next_text'],
  ...['previous_request_ids', 'next_request_ids', 'apply_text_normalization', 'apply_language_text_normalization'],
])
const VOICE_SETTINGS: ReadonlySet<string> = new Set(['stability', 'use_speaker_boost', 'similarity_boost', 'style', 'speed'])
const TRANSCRIPT_FIELDS: ReadonlySet<string> = new Set([
  ...['model_id', 'language_code', 'tag_audio_events', 'num_speakers', 'timestamps_granularity', 'diarize', 'diarization_threshold'],
  ...['temperature', 'seed', 'no_verbatim', 'keyterms', 'entity_detection', 'use_multi_channel', 'webhook', 'file_format'],
])

/** Samples of 16 kHz, two bytes each, behind a head of 44 bytes. */
const secondsOf = (size: number): number => (size - 44) / 32_000

/** A refusal as the API gives it. */
export const refused = (status: number, code: string, message: string): Step[] =>
  scenario.reply(status, { detail: { status: code, message } })

/** The bytes in which a text is spoken. */
export const spoken = (text: string): Buffer => Buffer.from([0xff, 0xfb, ...Buffer.from(text), 0x00, 0xfe])

/** Starts a server on 127.0.0.1 that has these voices and takes these keys. */
export async function openFakeElevenLabs(voices: readonly string[], keys: readonly string[]): Promise<FakeElevenLabs> {
  const server = new FakeElevenLabs(voices, keys)
  await server.listen()
  return server
}

export class FakeElevenLabs extends ScriptedServer {
  readonly #voices: ReadonlySet<string>
  readonly #keys: ReadonlySet<string>

  constructor(voices: readonly string[], keys: readonly string[]) {
    super()
    this.#voices = new Set(voices)
    this.#keys = new Set(keys)
  }

  protected override answer(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const key = String(request.headers['xi-api-key'])
    const refuse = (status: number, code: string, message: string) => {
      seen.refusal = code
      return refused(status, code, message)
    }
    if (request.headers.authorization !== undefined || !this.#keys.has(key)) return refuse(401, 'invalid_api_key', 'Invalid API key')
    if (request.method === 'GET' && seen.path === '/v1/models') return scenario.reply(200, models)
    if (request.method === 'GET' && seen.path === '/v1/user/subscription') return scenario.reply(200, subscription)
    if (request.method !== 'POST') return refuse(405, 'method_not_allowed', 'Method Not Allowed')
    const [, voice, format] = SPEECH_DOOR.exec(seen.path) ?? []
    if (voice !== undefined && format !== undefined) {
      if (!this.#voices.has(voice)) return refuse(404, 'voice_not_found', `A voice with voice_id '${voice}' was not found.`)
      const fault = speechFault(seen.body, format)
      return fault === undefined ? (this.scripted(key, 'call') ?? speechReply(seen.body, format)) : refuse(...fault)
    }
    if (seen.path !== '/v1/speech-to-text') return refuse(404, 'not_found', 'Not Found')
    const fault = transcriptFault(seen)
    if (fault !== undefined) return refuse(422, 'invalid_parameters', fault)
    return this.scripted(key, 'upload') ?? scenario.reply(200, transcript(seen))
  }
}

type Fault = readonly [status: number, code: string, message: string]

function speechFault(body: SeenRequest['body'], format: string): Fault | undefined {
  const { text, model_id: model, voice_settings: settings = {} } = body
  const stray = [...Object.keys(body).filter((name) => !SPEECH_FIELDS.has(name)), ...settingsFaults(settings)]
  if (stray.length > 0) return [422, 'invalid_parameters', `${stray.join(', ')}: Extra inputs are not permitted`]
  if (!Object.hasOwn(outputFormats, format)) return [422, 'invalid_output_format', `output_format: ${format} is not one of the formats`]
  if (typeof text !== 'string' || text === '') return [422, 'invalid_parameters', 'text: Field required']
  const most = maxCharacters[String(model)]
  if (most === undefined) return [400, 'model_not_found', `A model with model ID ${String(model)} does not exist`]
  return text.length > most ? [400, 'max_character_limit_exceeded', `This request's text has ${text.length} characters`] : undefined
}

function settingsFaults(settings: unknown): string[] {
  if (typeof settings !== 'object' || settings === null) return ['voice_settings']
  const { speed = 1 } = settings as { speed?: unknown }
  const isSpeed = typeof speed === 'number' && speed >= 0.7 && speed <= 1.2
  return [...Object.keys(settings).filter((name) => !VOICE_SETTINGS.has(name)), ...(isSpeed ? [] : ['speed'])]
}

/** The bytes of a recording, in pieces. */
function speechReply({ text, model_id: model }: SeenRequest['body'], format: string): readonly Step[] {
  const bytes = spoken(String(text))
  const cost = Math.ceil([...String(text)].length * (/flash|turbo/.test(String(model)) ? 0.5 : 1))
  return [
    step.head(200, { 'content-type': outputFormats[format] ?? '', 'character-cost': cost, 'request-id': 'req_0123456789' }),
    step.bytes(bytes, { splitEvery: Math.ceil(bytes.length / 3), pauseMs: 1 }),
    step.end(),
  ]
}

function transcriptFault({ body, file }: SeenRequest): string | undefined {
  const stray = Object.keys(body).filter((name) => !TRANSCRIPT_FIELDS.has(name))
  if (stray.length > 0) return `${stray.join(', ')}: Extra inputs are not permitted`
  if (!file) return 'file: Field required'
  if (body.model_id !== 'scribe_v2' && body.model_id !== 'scribe_v1') return `model_id: ${String(body.model_id)} is not a valid model_id`
  if (secondsOf(file.size) < 0.1 && file.name !== 'test.wav') return 'file: Audio is too short'
  if (!['none', 'word', 'character'].includes(String(body.timestamps_granularity ?? 'word'))) return 'timestamps_granularity'
  if (body.diarize !== undefined && !/^(true|false)$/.test(String(body.diarize))) return 'diarize: Input should be a valid boolean'
  const temperature = Number(body.temperature ?? 0)
  return temperature >= 0 && temperature <= 2 ? undefined : 'temperature'
}

/** Two sentences of two speakers, with a laugh between them. */
function transcript({ body, file }: SeenRequest): object {
  const isTimed = body.timestamps_granularity !== 'none'
  const speaker = (id: string) => (body.diarize === 'true' ? { speaker_id: id } : {})
  const word = (text: string, start: number, id: string, type = 'word') => ({
    ...{ text, start, end: start + 0.4, type, logprob: -0.25, ...speaker(id) },
  })
  const space = (start: number, id: string) => ({ ...word(' ', start, id), end: start + 0.1, type: 'spacing' })
  const words = [
    ...[word('Hello', 0.1, 'speaker_0'), space(0.5, 'speaker_0'), word('there.', 0.6, 'speaker_0'), space(1, 'speaker_0')],
    ...[word('(laughs)', 1.1, 'speaker_0', 'audio_event'), space(1.5, 'speaker_0')],
    ...[word('Good', 3661.5, 'speaker_1'), space(3661.9, 'speaker_1'), word('bye!', 3662, 'speaker_1')],
  ]
  return {
    language_code: body.language_code === undefined ? 'eng' : 'deu',
    language_probability: 0.98,
    text: 'Hello there. (laughs) Good bye!',
    words: isTimed ? words : words.map(({ start: _, end: __, ...rest }) => rest),
    transcription_id: 'tr_0123456789',
    audio_duration_secs: secondsOf(file?.size ?? 0),
  }
}

const models = [
  { model_id: 'eleven_v3', name: 'Eleven v3', can_do_text_to_speech: true, can_do_voice_conversion: false, token_cost_factor: 1 },
  { model_id: 'eleven_flash_v2_5', name: 'Eleven Flash v2.5', can_do_text_to_speech: true, can_do_voice_conversion: false },
  { model_id: 'eleven_english_sts_v2', name: 'Eleven English v2', can_do_text_to_speech: false, can_do_voice_conversion: true },
]

const subscription = {
  ...{ tier: 'creator', character_count: 17_231, character_limit: 100_000, max_credit_limit_extension: 0 },
  ...{ can_extend_character_limit: true, next_character_count_reset_unix: 1_795_737_600, status: 'active', currency: 'usd' },
}
