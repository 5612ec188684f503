// Transcripts of xAI, whose address takes no model. Source: https://docs.x.ai/developers/model-capabilities/audio/speech-to-text, 2026.
import { isObject, type Json } from '../../encoding/json.ts'
import { described, type FormField, type TranscriptionFormat } from '../format.ts'
import { RESPONSE_FORMATS, type TimedWord } from '../transcript.ts'

/** Read by the gateway. It has no stream for recordings, and answers a request for one whole. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream', 'timestamp_granularities', 'language'])

export const xaiTranscription: TranscriptionFormat = {
  unsupported({ response_format: format = 'json' }) {
    return typeof format === 'string' && RESPONSE_FORMATS.has(format) ? [] : [described('response_format', format)]
  },

  writeFields(fields, _model, losses) {
    const textOf = (wanted: string) => fields.findLast(([name]) => name === wanted)?.[1]
    const language = textOf('language')
    const sent: FormField[] = []
    // Numbers and currencies as they are written, which takes a language.
    if (language !== undefined) sent.push(['format', 'true'], ['language', language])
    if (textOf('response_format') === 'diarized_json') sent.push(['diarize', 'true'])
    for (const [name] of fields) {
      const plain = name.replace(/\[\]$/, '')
      if (!OURS.has(plain)) losses.add(plain, 'not-expressible')
    }
    return sent
  },

  readReply(reply) {
    if (!isObject(reply) || typeof reply.text !== 'string') return undefined
    const { text, language, duration, words } = reply
    return {
      text,
      language: typeof language === 'string' && language !== '' ? language : undefined,
      seconds: typeof duration === 'number' ? duration : undefined,
      words: Array.isArray(words) ? words.flatMap(wordOf) : [],
    }
  },
}

function wordOf(entry: Json): TimedWord[] {
  if (!isObject(entry)) return []
  const { text, start, end, speaker } = entry
  if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number') return []
  return [{ text, start, end, speaker: typeof speaker === 'number' ? `speaker_${speaker}` : undefined }]
}
