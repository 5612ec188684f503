// Speech to text (`/v1/audio/transcriptions` and `/v1/audio/translations`): a form with a recording, passed on as it came; the reply is
// JSON, plain text or a stream of events. What the gateway must know of both is read here. Source: OpenAI's API reference, "Audio", 2026.

import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import type { Frame } from '../encoding/sse.ts'
import { hasUsage, readUsage } from '../openai/usage.ts'
import { WireError } from '../wire-error.ts'
import { type AudioReading, type AudioUsage, failureIn, noReading } from './audio-reading.ts'
import type { TranscriptionFormat } from './format.ts'

export interface TranscriptionCall {
  readonly model: string
  /** Requested as events. Models that cannot stream answer with a whole reply. */
  readonly stream: boolean
}

/** Mistral's fields for a recording that stands elsewhere: its length cannot be held for, and a file of its account may be another user's. */
const ELSEWHERE = ['file_id', 'file_url'] as const

/** What the gateway must know of the form's text fields. Throws WireError, with the field, where one of them is not what it should be. */
export function readTranscription(fields: JsonObject): TranscriptionCall {
  const r = reader(fields, '')
  for (const name of ELSEWHERE) if (fields[name] !== undefined) throw new WireError(name, 'nothing here, and the recording in file')
  const stream = r.text('stream')
  if (stream !== undefined && !/^(true|false)$/i.test(stream)) throw new WireError('stream', '"true" or "false"')
  return { model: r.needText('model'), stream: stream?.toLowerCase() === 'true' }
}

/** A minute of sound counts as so many tokens. Source: server-behaviour 4.5. */
const TOKENS_PER_MINUTE = 1000

/** The same at Google's models, which are sold by these tokens. Source: Google's guide "Audio understanding", 2026: 32 a second. */
export const GOOGLES_TOKENS_PER_MINUTE = 1920

/** The tokens that a recording is charged as: by whole seconds that have begun. 61.2 seconds are 1033. */
export function soundTokens(seconds: number, perMinute = TOKENS_PER_MINUTE): number {
  return Math.round((Math.ceil(seconds) * perMinute) / 60)
}

/** Where tokens of sound are counted: at a price of their own, or as any other input. */
export type SoundBucket = 'freshInput' | 'audioInput'

/** The events that end a stream: OpenAI's, and Mistral's. */
const ENDS: ReadonlySet<Json | undefined> = new Set(['transcript.text.done', 'transcription.done'])

/** The reading of one event of a stream. `bucket`: the bucket in which reported seconds are charged. */
export function readTranscriptionEvent({ data }: Frame, bucket: SoundBucket): AudioReading {
  const body = data === undefined ? undefined : parseJson(data)
  if (!isObject(body)) return noReading
  return failureIn(body) ?? { isProduce: true, isEnd: ENDS.has(body.type), ...usageField(body, bucket) }
}

/** Formats of a reply that are a JSON object. All others are text. */
const JSON_FORMATS: readonly (Json | undefined)[] = [undefined, 'json', 'verbose_json', 'diarized_json']

/** The reading of a whole reply; undefined where it has not the requested format, such as a page of a proxy. */
export function readTranscriptionReply(text: string, bucket: SoundBucket, format: Json | undefined): AudioReading | undefined {
  const body = parseJson(text)
  if (isObject(body)) {
    const isReply = typeof body.text === 'string' || Array.isArray(body.segments)
    return failureIn(body) ?? (isReply ? { isProduce: true, isEnd: false, ...usageField(body, bucket) } : undefined)
  }
  const isText = !JSON_FORMATS.includes(format) && !/^\s*<(!doctype|html)/i.test(text)
  return isText ? { isProduce: true, isEnd: false } : undefined
}

/** The same of a vendor whose format is not OpenAI's. */
export function readForeignReply(text: string, bucket: SoundBucket, format: TranscriptionFormat): AudioReading | undefined {
  const body = parseJson(text)
  const refusal = isObject(body) ? format.refusalIn?.(body) : undefined
  if (refusal) return { ...noReading, error: refusal }
  const transcript = format.readReply(body)
  if (!transcript) return isObject(body) ? failureIn(body) : undefined
  if (transcript.usage) return { isProduce: true, isEnd: false, usage: transcript.usage }
  const seconds = secondsOf(transcript.seconds)
  const usage = seconds === undefined ? {} : { usage: usageOfSeconds(seconds, bucket, { duration: seconds }) }
  return { isProduce: true, isEnd: false, ...usage }
}

function usageField(body: JsonObject, bucket: SoundBucket): Pick<AudioReading, 'usage'> {
  const usage = usageOf(body, bucket)
  return usage ? { usage } : {}
}

/** Time where the vendor reports it, else tokens. `duration` is whisper's field for it in `verbose_json`. */
function usageOf({ usage, duration }: JsonObject, bucket: SoundBucket): AudioUsage | undefined {
  const reported = isObject(usage) ? usage : {}
  const isTokens = reported.type === 'tokens'
  const seconds = isTokens ? undefined : (secondsOf(reported.seconds) ?? secondsOf(reported.prompt_audio_seconds) ?? secondsOf(duration))
  if (seconds === undefined) return hasUsage(usage) ? readUsage(usage) : undefined
  return usageOfSeconds(seconds, bucket, isObject(usage) ? usage : { duration: seconds })
}

const usageOfSeconds = (seconds: number, bucket: SoundBucket, raw: JsonObject): AudioUsage => ({
  ...readUsage(null),
  ...{ [bucket]: soundTokens(seconds), seconds, raw },
})

/** A day is longer than any recording that a vendor takes. */
const MAX_SECONDS = 86_400

function secondsOf(value: Json | undefined): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined
}
