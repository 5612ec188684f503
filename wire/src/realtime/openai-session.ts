// Sessions of OpenAI's realtime API. Source: "Realtime", https://platform.openai.com/docs/api-reference/realtime, and the types of the library
// 7.55 (`RealtimeServerEvent`, `RealtimeClientEvent`). Other vendors have its older names for some events.

import type { WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'
import { type ReportedError, readErrorObject } from '../openai/error.ts'
import { child, count, readUsage } from '../openai/usage.ts'
import { WireError } from '../wire-error.ts'
import type { CallerReading, SessionCharge, SessionReader, SoundRate, VendorReading } from './session-format.ts'

/** Bytes of sound in a second. Source: the formats of a session: PCM of 24 kHz and 16 bits, G.711 of 8 kHz and 8 bits. */
const PCM_BYTES_PER_SECOND = 48_000
const G711_BYTES_PER_SECOND = 8000

/** Source: "Managing costs", https://platform.openai.com/docs/guides/realtime-costs, 2026. */
export const openaiSoundRate: SoundRate = { heard: 10, spoken: 20 }

/** The model as the vendor calls it: sessions that name one name this. */
export function openaiSession(upstreamModel: string): SessionReader {
  return new OpenaiSession(upstreamModel)
}

class OpenaiSession implements SessionReader {
  readonly takesBinary = false
  readonly #model: string
  #bytesPerSecond = { input: PCM_BYTES_PER_SECOND, output: PCM_BYTES_PER_SECOND }

  constructor(model: string) {
    this.#model = model
  }

  fromCaller(message: string): CallerReading {
    const event = parseJson(message)
    if (!isObject(event)) throw new WireError('message', 'a JSON object')
    if (typeof event.type !== 'string') throw new WireError('type', 'a string')
    switch (event.type) {
      case 'session.update':
      case 'transcription_session.update':
        return this.#updated(event)
      case 'input_audio_buffer.append':
        return { soundSeconds: base64Bytes(event.audio) / this.#bytesPerSecond.input }
      case 'conversation.item.create':
        return this.#item(event.item)
      case 'response.create':
        return responseAsked(event.response)
      default:
        return {}
    }
  }

  #updated(event: JsonObject): CallerReading {
    const session = child(event, 'session')
    const audio = child(session, 'audio')
    const input = child(audio, 'input')
    this.#note('input', input.format ?? session.input_audio_format)
    this.#note('output', child(audio, 'output').format ?? session.output_audio_format)
    const { model: transcriptionModel } = child(
      input.transcription === undefined ? session : input,
      'transcription',
      'input_audio_transcription',
    )
    const renamed = session.model !== undefined && session.model !== this.#model
    return {
      ...(renamed ? { changed: JSON.stringify({ ...event, session: { ...session, model: this.#model } }) } : {}),
      ...(typeof transcriptionModel === 'string' ? { transcriptionModel } : {}),
      ...limitIn(session),
      ...(typeof session.instructions === 'string' ? { text: session.instructions + JSON.stringify(session.tools ?? '') } : {}),
    }
  }

  /** @param format an object with a type, or in older sessions its name */
  #note(side: 'input' | 'output', format: Json | undefined): void {
    const name = isObject(format) ? format.type : format
    if (typeof name !== 'string') return
    this.#bytesPerSecond = { ...this.#bytesPerSecond, [side]: rateOf(name, isObject(format) ? format.rate : undefined) }
  }

  #item(item: Json | undefined): CallerReading {
    if (!isObject(item)) return {}
    const parts = Array.isArray(item.content) ? item.content.filter(isObject) : []
    const texts = [item.output, item.arguments, ...parts.flatMap(({ text, transcript }) => [text, transcript])]
    const sound = parts.reduce((bytes, { audio }) => bytes + base64Bytes(audio), 0)
    return {
      text: texts.filter((text) => typeof text === 'string').join('\n'),
      ...(sound > 0 ? { soundSeconds: sound / this.#bytesPerSecond.input } : {}),
    }
  }

  fromVendor(message: string): VendorReading {
    const event = parseJson(message)
    if (!isObject(event) || typeof event.type !== 'string') return {}
    switch (event.type) {
      case 'session.created':
      case 'session.updated':
        this.#updated(event)
        return {}
      case 'response.created':
        return { isBegun: true }
      case 'response.done': {
        const { usage } = child(event, 'response')
        return { done: isObject(usage) ? { usage: sessionUsage(usage) } : {} }
      }
      case 'conversation.item.input_audio_transcription.completed':
        return { transcribed: transcriptUsage(event.usage) }
      // What is said comes as sound and in letters: the sound is what counts.
      case 'response.output_text.delta':
      case 'response.text.delta':
      case 'response.function_call_arguments.delta':
        return { text: typeof event.delta === 'string' ? event.delta : '' }
      case 'response.output_audio.delta':
      case 'response.audio.delta':
        return { soundSeconds: base64Bytes(event.delta) / this.#bytesPerSecond.output }
      case 'error':
        return { error: readErrorObject(child(event, 'error')) }
      default:
        return {}
    }
  }

  printError({ message, type, code }: ReportedError, id: string): string {
    return JSON.stringify({
      ...{ type: 'error', event_id: `evt_${id}` },
      error: { message, type: type ?? 'server_error', code: code ?? null, param: null, event_id: null },
    })
  }

  printCharge({ requestId, quota }: SessionCharge, id: string): string {
    return JSON.stringify({ type: 'waystation.charged', event_id: `evt_${id}`, request_id: requestId, quota })
  }
}

/** Usage with the cached part of each medium. Source: `RealtimeResponseUsage`; the plural of the details is DashScope's. */
function sessionUsage(raw: JsonObject): WireUsage {
  const details = child(raw, 'input_token_details', 'input_tokens_details')
  const outputDetails = child(raw, 'output_token_details', 'output_tokens_details')
  const cached = child(details, 'cached_tokens_details')
  const known = readUsage(raw)
  const audioCacheRead = count(cached.audio_tokens)
  const imageCacheRead = count(cached.image_tokens)
  const cacheRead = Math.max(0, known.cacheRead - audioCacheRead - imageCacheRead)
  const audioInput = Math.max(0, count(details.audio_tokens) - audioCacheRead)
  const imageInput = Math.max(0, count(details.image_tokens) - imageCacheRead)
  const all = known.freshInput + known.cacheRead + known.audioInput
  const audioOutput = Math.min(count(outputDetails.audio_tokens), known.output + known.audioOutput)
  return {
    ...known,
    cacheRead,
    audioCacheRead,
    imageCacheRead,
    audioInput,
    imageInput,
    freshInput: Math.max(0, all - cacheRead - audioCacheRead - imageCacheRead - audioInput - imageInput),
    audioOutput,
    output: known.output + known.audioOutput - audioOutput,
  }
}

/** Source: `TranscriptTextUsageTokens` and `TranscriptTextUsageDuration`. */
function transcriptUsage(usage: Json | undefined): NonNullable<VendorReading['transcribed']> {
  if (!isObject(usage)) return {}
  return usage.type === 'duration' ? { seconds: Number(usage.seconds) || 0 } : { usage: sessionUsage(usage) }
}

function responseAsked(response: Json | undefined): CallerReading {
  if (!isObject(response)) return {}
  return { ...limitIn(response), ...(typeof response.instructions === 'string' ? { text: response.instructions } : {}) }
}

/** `inf` is the model's own maximum. */
function limitIn({ max_output_tokens, max_response_output_tokens }: JsonObject): Pick<CallerReading, 'maxOutputTokens'> {
  const limit = max_output_tokens ?? max_response_output_tokens
  return typeof limit === 'number' && limit > 0 ? { maxOutputTokens: limit } : {}
}

function rateOf(format: string, rate: Json | undefined): number {
  if (/pcmu|pcma|g711|ulaw|alaw/i.test(format)) return G711_BYTES_PER_SECOND
  return typeof rate === 'number' && rate > 0 ? rate * 2 : PCM_BYTES_PER_SECOND
}

/** How many bytes a text of base64 stands for, near enough to time them. */
const base64Bytes = (text: Json | undefined): number => (typeof text === 'string' ? Math.floor((text.length * 3) / 4) : 0)
