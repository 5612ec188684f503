// The speech of Google, MiniMax and DashScope for tests, on a real socket: each takes what its reference has and nothing else. Sources: Google's guide
// "Text-to-speech generation" and the types of @google/genai 2.32.0; https://platform.minimax.io/docs/api-reference/speech-t2a-http;
// Alibaba Cloud Model Studio, "Qwen-TTS API reference", 2026.
import type { IncomingMessage } from 'node:http'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

/** The samples that a text is spoken in: a letter is two bytes. */
export const samplesOf = (text: string): Buffer => Buffer.from(text, 'utf16le')

const GEMINI_DOOR = /^\/v1beta\/models\/gemini-[\w.-]+-tts:streamGenerateContent\?alt=sse$/
const PREBUILT = /^(Zephyr|Puck|Charon|Kore|Fenrir|Leda|Orus|Aoede|Sulafat)$/

/** Starts a server on 127.0.0.1 that takes this key. */
export async function openFakeSpeakers(key: string): Promise<FakeSpeakers> {
  const server = new FakeSpeakers(key)
  await server.listen()
  return server
}

export class FakeSpeakers extends ScriptedServer {
  readonly #key: string

  constructor(key: string) {
    super()
    this.#key = key
  }

  protected override answer({ headers }: IncomingMessage, seen: SeenRequest): readonly Step[] {
    if (GEMINI_DOOR.test(seen.path)) return this.#gemini(seen, headers['x-goog-api-key'])
    if (seen.path === '/v1/t2a_v2') return this.#miniMax(seen)
    if (seen.path === '/api/v1/services/aigc/multimodal-generation/generation') return this.#dashScope(seen, headers['x-dashscope-sse'])
    return scenario.reply(404, { error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' } })
  }

  #gemini(seen: SeenRequest, key: unknown): readonly Step[] {
    const refuse = (message: string) => {
      seen.refusal = message
      return scenario.reply(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
    }
    if (key !== this.#key) return refuse('API key not valid. Please pass a valid API key.')
    const fault = geminiFault(seen.body)
    if (fault !== undefined) return refuse(fault)
    return this.scripted(this.#key, 'call') ?? spokenByGemini(textOf(seen.body))
  }

  #miniMax(seen: SeenRequest): readonly Step[] {
    const refuse = (status_code: number, status_msg: string) => {
      seen.refusal = status_msg
      return scenario.reply(200, { trace_id: '01b8', base_resp: { status_code, status_msg } })
    }
    if (seen.key !== this.#key) return refuse(1004, 'login fail: Please carry the API secret key')
    const fault = miniMaxFault(seen.body)
    if (fault !== undefined) return refuse(2013, `invalid params, ${fault}`)
    return this.scripted(this.#key, 'call') ?? spokenByMiniMax(seen.body)
  }

  #dashScope(seen: SeenRequest, streamed: unknown): readonly Step[] {
    const fault = seen.key === this.#key ? dashScopeFault(seen.body, streamed) : 'Invalid API-key provided.'
    if (fault === undefined) return this.scripted(this.#key, 'call') ?? spokenByDashScope(seen.body)
    seen.refusal = fault
    return scenario.reply(seen.key === this.#key ? 400 : 401, { code: 'InvalidParameter', message: fault, request_id: '6f3c' })
  }
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const itemOf = (value: unknown): Fields => fieldsOf(Array.isArray(value) && value.length === 1 ? value[0] : undefined)
const stray = (value: unknown, names: readonly string[]) => Object.keys(fieldsOf(value)).find((name) => !names.includes(name))

const partIn = ({ contents }: Fields): Fields => itemOf(itemOf(contents).parts)
const textOf = (body: Fields): string => String(partIn(body).text)

function geminiFault(body: Fields): string | undefined {
  const { generationConfig } = body
  const { responseModalities, speechConfig } = fieldsOf(generationConfig)
  const { voiceConfig } = fieldsOf(speechConfig)
  const { prebuiltVoiceConfig } = fieldsOf(voiceConfig)
  const unknown =
    stray(body, ['contents', 'generationConfig']) ??
    stray(generationConfig, ['responseModalities', 'speechConfig', 'temperature']) ??
    stray(speechConfig, ['voiceConfig', 'languageCode']) ??
    stray(voiceConfig, ['prebuiltVoiceConfig']) ??
    stray(prebuiltVoiceConfig, ['voiceName']) ??
    stray(partIn(body), ['text', 'speechMetadata'])
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  if (typeof partIn(body).text !== 'string') return 'contents: a text is needed'
  if (JSON.stringify(responseModalities) !== '["AUDIO"]')
    return 'The requested combination of response modalities is not supported by the model.'
  const voice = String(fieldsOf(prebuiltVoiceConfig).voiceName)
  return PREBUILT.test(voice) ? undefined : `Voice name ${voice} is not supported.`
}

/** Three pieces, and an end with the count: a token for each letter of the text, and ten of sound. */
function spokenByGemini(text: string): readonly Step[] {
  const bytes = samplesOf(text)
  const third = 2 * Math.ceil(bytes.length / 6)
  const usageMetadata = {
    ...{ promptTokenCount: text.length, candidatesTokenCount: 10 * text.length, totalTokenCount: 11 * text.length },
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: text.length }],
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 10 * text.length }],
  }
  const piece = (data: Buffer) => ({ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: data.toString('base64') } })
  const candidate = (at: number) => ({
    content: { role: 'model', parts: [piece(bytes.subarray(at * third, (at + 1) * third))] },
    index: 0,
  })
  return [
    step.streamHead(),
    step.frame({ candidates: [candidate(0)] }),
    step.frame({ candidates: [candidate(1)] }),
    step.frame({ candidates: [{ ...candidate(2), finishReason: 'STOP' }], usageMetadata, modelVersion: 'gemini-tts' }),
    step.end(),
  ]
}

const AUDIO_FORMATS = ['mp3', 'pcm', 'flac']
const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100]

function miniMaxFault(body: Fields): string | undefined {
  const { voice_setting: voice, audio_setting: audio, stream_options: options } = body
  const unknown =
    stray(body, [
      ...['model', 'text', 'stream', 'stream_options', 'voice_setting', 'audio_setting', 'language_boost', 'pronunciation_dict'],
      ...['voice_modify', 'subtitle_enable', 'output_format'],
    ]) ??
    stray(voice, ['voice_id', 'speed', 'vol', 'pitch', 'emotion']) ??
    stray(audio, ['sample_rate', 'bitrate', 'format', 'channel']) ??
    stray(options, ['exclude_aggregated_audio'])
  if (unknown !== undefined) return unknown
  const { voice_id: id, speed = 1 } = fieldsOf(voice)
  if (typeof id !== 'string' || id === '') return 'voice_setting'
  if (typeof speed !== 'number' || speed < 0.5 || speed > 2) return 'speed'
  const { format, sample_rate: rate, bitrate } = fieldsOf(audio)
  if (!AUDIO_FORMATS.includes(String(format)) || !SAMPLE_RATES.includes(Number(rate))) return 'audio_setting'
  if (bitrate !== undefined && format !== 'mp3') return 'bitrate'
  if (body.stream !== true || typeof body.text !== 'string' || body.text === '') return 'text'
  return /^speech-\d/.test(String(body.model)) ? undefined : 'model'
}

/** Two pieces, and an end that has them together unless the request says that it shall not. */
function spokenByMiniMax({ text, stream_options: options }: Fields): readonly Step[] {
  const bytes = samplesOf(String(text))
  const half = 2 * Math.ceil(bytes.length / 4)
  const base = { trace_id: '01b8', base_resp: { status_code: 0, status_msg: '' } }
  const usage_characters = charactersIn(String(text))
  const whole = fieldsOf(options).exclude_aggregated_audio === true ? {} : { audio: bytes.toString('hex') }
  return [
    step.streamHead(),
    step.frame({ data: { audio: bytes.subarray(0, half).toString('hex'), status: 1 }, ...base }),
    step.frame({ data: { audio: bytes.subarray(half).toString('hex'), status: 1 }, ...base }),
    step.frame({ data: { ...whole, status: 2 }, extra_info: { audio_length: 900, audio_format: 'mp3', usage_characters }, ...base }),
    step.end(),
  ]
}

function dashScopeFault(body: Fields, streamed: unknown): string | undefined {
  const { input } = body
  const unknown =
    stray(body, ['model', 'input']) ?? stray(input, ['text', 'voice', 'language_type', 'instructions', 'optimize_instructions'])
  if (unknown !== undefined || streamed !== 'enable') return `unknown field ${unknown}, or no stream`
  const { text, voice } = fieldsOf(input)
  if (typeof text !== 'string' || text.length > 600 || typeof voice !== 'string') return 'input.text and input.voice are required'
  return /^qwen3-tts-/.test(String(body.model)) ? undefined : 'Model not exist.'
}

/** Two pieces, and an end with the address of the whole. */
function spokenByDashScope({ input }: Fields): readonly Step[] {
  const text = String(fieldsOf(input).text)
  const bytes = samplesOf(text)
  const half = 2 * Math.ceil(bytes.length / 4)
  const characters = charactersIn(text)
  const event = (audio: object, finish_reason: string): Step =>
    step.text(
      `id:1\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify({
        output: { audio: { id: 'audio_6f3c', expires_at: 1_800_000_000, ...audio }, finish_reason },
        ...{ usage: { characters }, request_id: '6f3c' },
      })}\n\n`,
    )
  return [
    step.streamHead(),
    event({ data: bytes.subarray(0, half).toString('base64'), url: '' }, 'null'),
    event({ data: bytes.subarray(half).toString('base64'), url: '' }, 'null'),
    event({ data: '', url: 'http://dashscope.example/6f3c.wav' }, 'stop'),
    step.end(),
  ]
}

/** As both of these sell them: a Chinese character is two. */
const charactersIn = (text: string): number => [...text].reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : 1), 0)
