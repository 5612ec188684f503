// What OpenAI's newer models of transcription take beyond whisper-1, and how the one that tells speakers apart answers. Source: OpenAI's API
// reference, "Create transcription", and the types of openai 7.55.0, 2026.
import type { FakeRequest, Fields } from './fake-dialect.ts'

export const DIARIZES = 'gpt-4o-transcribe-diarize'
const TAKES_KEYWORDS = 'gpt-transcribe'
const TELLS_LOGPROBS = /^gpt-4o-(mini-)?transcribe(-\d{4}-\d{2}-\d{2})?$/
/** Longer recordings need a way to be cut. */
const MAX_UNCUT_SECONDS = 30
const VAD_FIELDS: ReadonlySet<string> = new Set(['type', 'prefix_padding_ms', 'silence_duration_ms', 'threshold'])

/** What is wrong with the fields of a form that only some models take; undefined where nothing is. */
export function speakerComplaint({ body }: FakeRequest, model: string, format: string, seconds: number): string | undefined {
  const has = (name: string) => body[`${name}[]`] !== undefined
  const isDiarizing = model === DIARIZES
  if (format === 'diarized_json' && !isDiarizing) return `response_format 'diarized_json' is not compatible with model '${model}'.`
  if (isDiarizing && (has('include') || has('timestamp_granularities')))
    return `include and granularities are not supported for '${model}'.`
  if (isDiarizing && body.prompt !== undefined) return `prompt is not supported for '${model}'.`
  if (isDiarizing && seconds > MAX_UNCUT_SECONDS && !isCut(body)) return `chunking_strategy is required for '${model}'.`
  if (has('known_speaker_names') !== has('known_speaker_references')) return 'known_speaker_names and known_speaker_references must match.'
  if (has('known_speaker_references') && !/^data:audio\/[\w.+-]+;base64,/.test(String(body['known_speaker_references[]'])))
    return 'known_speaker_references must be data URLs.'
  if (has('include') && (body['include[]'] !== 'logprobs' || !TELLS_LOGPROBS.test(model) || format !== 'json'))
    return `include is not supported for '${model}'.`
  const isGuided = has('keywords') || has('languages')
  return (isGuided && model !== TAKES_KEYWORDS) || !hasKnownVad(body) ? `keywords, languages or chunking_strategy: '${model}'.` : undefined
}

const isCut = (body: Fields) => body.chunking_strategy === 'auto' || body['chunking_strategy[type]'] === 'server_vad'

function hasKnownVad(body: Fields): boolean {
  const named = Object.keys(body).flatMap((name) => /^chunking_strategy\[(.*)\]$/.exec(name)?.[1] ?? [])
  const isPlain = body.chunking_strategy === undefined || body.chunking_strategy === 'auto'
  return isPlain && named.every((name) => VAD_FIELDS.has(name)) && (named.length === 0 || isCut(body))
}

/** Two speakers, by the letters or by the first name that is known. */
export function segmentsOf(body: Fields): readonly object[] {
  const first = body['known_speaker_names[]'] ?? 'A'
  return [
    { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: 1.2, text: 'Who is there?', speaker: first },
    { type: 'transcript.text.segment', id: 'seg_1', start: 1.4, end: 2, text: 'It is me.', speaker: 'B' },
  ]
}
