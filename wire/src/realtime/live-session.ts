// Sessions of Google's Live API. Source: "Live API", https://ai.google.dev/api/live, 2026, and the types of the library 2.10
// (`LiveClientMessage`, `LiveServerMessage`). Its messages are JSON in text or binary frames; errors are told by the close alone.
import { hasUsage, readUsage } from '../chat/gemini-generate/usage.ts'
import type { WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'
import type { ReportedError } from '../openai/error.ts'
import { child } from '../openai/usage.ts'
import type { CallerReading, SessionReader, SoundRate, VendorReading } from './session-format.ts'

/** Source: "Live API", token counts: 25 for a second of sound, either way. */
export const liveSoundRate: SoundRate = { heard: 25, spoken: 25 }
/** Source: "Token counting": a picture, or a frame of a film, that is no larger than a tile. */
const PICTURE_TOKENS = 258
/** Of sound whose type names no rate, in samples of two bytes per second. */
const USUAL_RATE = 16_000

export interface LiveSessionParts {
  /** As the vendor names it: `models/…`. */
  readonly model: string
  /** The handle by which the vendor goes on with an earlier session, from the one that the caller shows. */
  readonly vendorHandle: (handle: string) => string
  /** The handle that the caller gets, from the vendor's. */
  readonly callerHandle: (handle: string) => string
}

/** What a first message asks for. */
export interface LiveSetup {
  /** As callers name it; undefined: the message is no setup. */
  readonly model: string | undefined
  /** Of the session that it continues; undefined: of none. */
  readonly handle: string | undefined
  /** Text that the model will read. */
  readonly text: string
}

export function readLiveSetup(message: string): LiveSetup {
  const setup = child(objectIn(message), 'setup')
  const { handle } = child(setup, 'sessionResumption', 'session_resumption')
  const { text = '' } = setupTexts(setup)
  return { model: filled(setup.model)?.replace(/^(?:.*\/)?models\//, ''), handle: filled(handle), text }
}

/** Reads one session of the model. */
export function liveSession(parts: LiveSessionParts): SessionReader {
  return new LiveSession(parts)
}

/** What is not JSON, or none of its messages, the vendor refuses: it is passed on and matters to no bill. */
class LiveSession implements SessionReader {
  readonly takesBinary = true
  readonly #parts: LiveSessionParts
  /** The usage that was reported for the generation under way: of several reports the last counts. */
  #usage: JsonObject | undefined
  #isGenerating = false
  /** A generation has ended by calls of tools, and its usage has not come yet. */
  #isUsageDue = false

  constructor(parts: LiveSessionParts) {
    this.#parts = parts
  }

  fromCaller(message: string): CallerReading {
    const event = objectIn(message)
    if (isObject(event.setup)) return this.#setUp(event, event.setup)
    const { turns } = child(event, 'clientContent', 'client_content')
    const input = child(event, 'realtimeInput', 'realtime_input')
    const { functionResponses, function_responses: results = functionResponses } = child(event, 'toolResponse', 'tool_response')
    const blobs = [input.audio, input.video, ...listOf(input.mediaChunks ?? input.media_chunks)]
    const read = [...contentsOf(turns), ...blobs.map(readBlob)]
    if (typeof input.text === 'string') read.push({ text: input.text })
    if (results !== undefined) read.push({ text: JSON.stringify(results) })
    return summed(read)
  }

  #setUp(event: JsonObject, setup: JsonObject): CallerReading {
    const { maxOutputTokens } = child(setup, 'generationConfig', 'generation_config')
    const name = setup.session_resumption === undefined ? 'sessionResumption' : 'session_resumption'
    const resumption = child(setup, name)
    const { handle } = resumption
    const resumed =
      typeof handle === 'string' && handle !== '' ? { [name]: { ...resumption, handle: this.#parts.vendorHandle(handle) } } : {}
    return {
      ...setupTexts(setup),
      ...(typeof maxOutputTokens === 'number' && maxOutputTokens > 0 ? { maxOutputTokens } : {}),
      changed: JSON.stringify({ ...event, setup: { ...setup, model: this.#parts.model, ...resumed } }),
    }
  }

  fromVendor(message: string): VendorReading {
    const event = objectIn(message)
    if (isObject(event.sessionResumptionUpdate)) return { ...this.#resumable(event, event.sessionResumptionUpdate), ...this.#ended(event) }
    const { modelTurn, turnComplete } = child(event, 'serverContent')
    const calls = child(event, 'toolCall').functionCalls
    const produced = summed([...contentsOf(modelTurn), { text: calls === undefined ? '' : JSON.stringify(calls) }])
    const isProduce = modelTurn !== undefined || calls !== undefined
    const isBegun = isProduce && !this.#isGenerating
    this.#isGenerating ||= isProduce
    return {
      ...(isBegun ? { isBegun: true } : {}),
      ...(produced.text ? { text: produced.text } : {}),
      ...(produced.soundSeconds ? { soundSeconds: produced.soundSeconds } : {}),
      ...this.#ended(event, { isTurnOver: turnComplete === true, isCalling: calls !== undefined }),
    }
  }

  /** Each generation that was reported is charged: those that call tools with the usage that comes with the call or after it. */
  #ended({ usageMetadata }: JsonObject, { isTurnOver = false, isCalling = false } = {}): Pick<VendorReading, 'done'> {
    if (hasUsage(usageMetadata)) this.#usage = usageMetadata
    if (isCalling) this.#isUsageDue = true
    const isOver = isTurnOver ? this.#isGenerating || this.#usage !== undefined : this.#isUsageDue && this.#usage !== undefined
    if (!isOver) return {}
    const reported = this.#usage
    this.#usage = undefined
    this.#isGenerating = false
    this.#isUsageDue = false
    return { done: reported ? { usage: liveUsage(reported) } : {} }
  }

  #resumable(event: JsonObject, update: JsonObject): VendorReading {
    const { newHandle } = update
    if (typeof newHandle !== 'string' || newHandle === '') return {}
    return {
      changed: JSON.stringify({ ...event, sessionResumptionUpdate: { ...update, newHandle: this.#parts.callerHandle(newHandle) } }),
    }
  }

  printError(): undefined {
    return undefined
  }

  printCharge(): undefined {
    return undefined
  }

  errorOfClose(code: number, reason: string): ReportedError {
    const message = reason === '' ? `the upstream closed the session (${code})` : reason
    return { message, ...statusOfClose(code, reason) }
  }
}

/** Google's closes name no status: the words do. Codes: RFC 6455, 7.4.1. */
function statusOfClose(code: number, reason: string): Pick<ReportedError, 'status' | 'code'> {
  if (/API key not valid|API key expired/i.test(reason)) return { status: 400, code: 'API_KEY_INVALID' }
  if (/quota|rate limit|resource.?exhausted/i.test(reason)) return { status: 429, code: 'RESOURCE_EXHAUSTED' }
  if (/permission|unauthenticated|leaked/i.test(reason)) return { status: 403, code: 'PERMISSION_DENIED' }
  if (/not found/i.test(reason)) return { status: 404, code: 'NOT_FOUND' }
  return code === 1007 || code === 1008 ? { status: 400, code: 'INVALID_ARGUMENT' } : { status: 502 }
}

/** The fields of a turn have other names than those of a whole answer. Source: https://ai.google.dev/api/live#UsageMetadata. */
function liveUsage(raw: JsonObject): WireUsage {
  const { responseTokenCount, responseTokensDetails } = raw
  const asAnswer = {
    ...raw,
    candidatesTokenCount: raw.candidatesTokenCount ?? responseTokenCount ?? 0,
    candidatesTokensDetails: raw.candidatesTokensDetails ?? responseTokensDetails ?? [],
  }
  return { ...readUsage(asAnswer), raw }
}

type Said = Pick<CallerReading, 'text' | 'soundSeconds' | 'pictureTokens'>

/** What a setup has the model read: its instruction and its tools. */
function setupTexts({ tools, systemInstruction, system_instruction = systemInstruction }: JsonObject): Said {
  return summed([...contentsOf(system_instruction), { text: tools === undefined ? '' : JSON.stringify(tools) }])
}

/** What contents say: one, or a list of them, or words alone. */
function contentsOf(contents: Json | undefined): Said[] {
  if (typeof contents === 'string') return [{ text: contents }]
  return listOf(contents).flatMap((content) => (isObject(content) ? listOf(content.parts).map(readPart) : []))
}

function readPart(part: Json): Said {
  if (!isObject(part)) return {}
  if (typeof part.text === 'string') return { text: part.text }
  return readBlob(part.inlineData ?? part.inline_data)
}

function readBlob(blob: Json | undefined): Said {
  if (!isObject(blob) || typeof blob.data !== 'string') return {}
  const type = String(blob.mimeType ?? blob.mime_type ?? '')
  if (!type.startsWith('audio/')) return { pictureTokens: PICTURE_TOKENS }
  const rate = Number(/rate=(\d+)/.exec(type)?.[1] ?? USUAL_RATE) || USUAL_RATE
  return { soundSeconds: Math.floor((blob.data.length * 3) / 4) / (rate * 2) }
}

function summed(all: readonly Said[]): Said {
  const text = all.map((one) => one.text ?? '').join('')
  const soundSeconds = all.reduce((sum, one) => sum + (one.soundSeconds ?? 0), 0)
  const pictureTokens = all.reduce((sum, one) => sum + (one.pictureTokens ?? 0), 0)
  return {
    ...(text === '' ? {} : { text }),
    ...(soundSeconds > 0 ? { soundSeconds } : {}),
    ...(pictureTokens > 0 ? { pictureTokens } : {}),
  }
}

const filled = (value: Json | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

function objectIn(message: string): JsonObject {
  const event = parseJson(message)
  return isObject(event) ? event : {}
}
