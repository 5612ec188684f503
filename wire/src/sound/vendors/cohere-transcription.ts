// Transcripts of Cohere: a text without times, of a recording whose language is named. Source:
// https://docs.cohere.com/reference/create-audio-transcription, 2026.
import { isObject } from '../../encoding/json.ts'
import { described, type TranscriptionFormat } from '../format.ts'

/** What needs no times. */
const PRINTABLE: ReadonlySet<unknown> = new Set(['json', 'text'])
const TAKEN: ReadonlySet<string> = new Set(['language', 'temperature'])
/** Read by the gateway; a request for a stream is answered whole. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream'])

export const cohereTranscription: TranscriptionFormat = {
  unsupported({ response_format: format = 'json', language }) {
    return [
      ...(PRINTABLE.has(format) ? [] : [described('response_format', format)]),
      ...(typeof language === 'string' && language !== '' ? [] : ['language (required)']),
    ]
  },

  writeFields(fields, model, losses) {
    for (const [name] of fields) if (!TAKEN.has(name) && !OURS.has(name)) losses.add(name.replace(/\[\]$/, ''), 'not-expressible')
    return [['model', model], ...fields.filter(([name]) => TAKEN.has(name))]
  },

  readReply: (reply) => (isObject(reply) && typeof reply.text === 'string' ? { text: reply.text, words: [] } : undefined),
}
