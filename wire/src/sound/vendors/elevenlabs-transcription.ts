// ElevenLabs, speech to text. Sources: ElevenLabs' API reference, "Create transcript", and the types of @elevenlabs/elevenlabs-js 2.73.0, 2026.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { described, type FormField, type TranscriptionFormat } from '../format.ts'
import { RESPONSE_FORMATS, type TimedWord } from '../transcript.ts'

/** Fields of its own that go on to it: none of them makes a call dearer or sends the transcript elsewhere. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...['language_code', 'temperature', 'diarize', 'num_speakers', 'diarization_threshold', 'tag_audio_events', 'no_verbatim', 'seed'],
])
/** Charged on top of the recording's length, or several times over. */
const SURCHARGED: ReadonlySet<string> = new Set([
  ...['keyterms', 'entity_detection', 'entity_redaction', 'detect_speaker_roles', 'transcript_edit', 'use_multi_channel'],
])
/** Fields of OpenAI's that it has nothing like. */
const INEXPRESSIBLE: ReadonlySet<string> = new Set([
  ...['prompt', 'include', 'keywords', 'languages', 'chunking_strategy', 'known_speaker_names', 'known_speaker_references'],
])
/** Read by the gateway. It has no stream for recordings, and answers a request for one whole, as OpenAI does at whisper-1. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream', 'timestamp_granularities', 'timestamps_granularity'])

export const elevenlabsTranscription: TranscriptionFormat = {
  unsupported({ response_format: format = 'json' }) {
    return typeof format === 'string' && RESPONSE_FORMATS.has(format) ? [] : [described('response_format', format)]
  },

  writeFields(fields, model, losses) {
    const format = fields.findLast(([name]) => name === 'response_format')?.[1] ?? 'json'
    const sent: FormField[] = [
      ['model_id', model],
      ['timestamps_granularity', format === 'json' || format === 'text' ? 'none' : 'word'],
      ...(format === 'diarized_json' ? [['diarize', 'true'] as const] : []),
    ]
    for (const [name, text] of fields) {
      const plain = name.replace(/\[\]$/, '')
      if (plain === 'language') sent.push(['language_code', text])
      else if (OWN_FIELDS.has(plain) && !(plain === 'diarize' && format === 'diarized_json')) sent.push([plain, text])
      else if (SURCHARGED.has(plain)) losses.add(plain, 'unpriced')
      else if (INEXPRESSIBLE.has(plain)) losses.add(plain, 'not-expressible')
      else if (!OURS.has(plain) && plain !== 'diarize') losses.add(plain, 'unknown-field')
    }
    return sent
  },

  readReply(reply) {
    if (!isObject(reply) || typeof reply.text !== 'string') return undefined
    const { text, language_code: language, audio_duration_secs: seconds, words } = reply
    return {
      text,
      language: typeof language === 'string' ? language : undefined,
      seconds: typeof seconds === 'number' ? seconds : undefined,
      words: Array.isArray(words) ? words.flatMap(wordOf) : [],
    }
  },
}

/** Between the words stand the spaces, as entries of their own. */
function wordOf(entry: Json): TimedWord[] {
  if (!isObject(entry)) return []
  const { text, start, end, type, speaker_id: speaker, logprob }: JsonObject = entry
  if (typeof text !== 'string' || type === 'spacing' || typeof start !== 'number' || typeof end !== 'number') return []
  const more = { speaker: typeof speaker === 'string' ? speaker : undefined, logprob: typeof logprob === 'number' ? logprob : undefined }
  return [{ text, start, end, ...more }]
}
