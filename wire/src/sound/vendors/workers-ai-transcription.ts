// Transcripts of Whisper at Cloudflare: JSON with the recording in it, answered with times and the length. Source:
// https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo, 2026. Older models of Whisper there take bytes or lists of them.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { described, type FormField, type TranscriptionFormat } from '../format.ts'
import type { TimedWord } from '../transcript.ts'

/** It tells no speakers apart. */
const PRINTABLE: ReadonlySet<unknown> = new Set(['json', 'text', 'srt', 'vtt', 'verbose_json'])
/** Read by the gateway, or written below. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream', 'timestamp_granularities', 'language', 'prompt'])

export const workersAiTranscription: TranscriptionFormat = {
  unsupported: ({ response_format: format = 'json' }) => (PRINTABLE.has(format) ? [] : [described('response_format', format)]),

  writeBody(fields, { base64 }, _model, losses) {
    for (const [name] of fields) {
      const plain = name.replace(/\[\]$/, '')
      if (!OURS.has(plain)) losses.add(plain, 'not-expressible')
    }
    const textIn = (wanted: string) => fields.findLast(([name, text]: FormField) => name === wanted && text !== '')?.[1]
    const [language, prompt] = [textIn('language'), textIn('prompt')]
    return {
      audio: base64,
      task: 'transcribe',
      ...(language === undefined ? {} : { language }),
      ...(prompt === undefined ? {} : { initial_prompt: prompt }),
    }
  },

  readReply(reply) {
    if (!isObject(reply) || !isObject(reply.result)) return undefined
    const { text, transcription_info: info, segments } = reply.result
    if (typeof text !== 'string') return undefined
    const { language, duration } = isObject(info) ? info : {}
    return {
      text: text.trim(),
      language: typeof language === 'string' && language !== '' ? language : undefined,
      seconds: typeof duration === 'number' ? duration : undefined,
      words: objects(segments).flatMap(wordsOf),
    }
  },
}

/** The words of a segment, or all of it where it has none. */
function wordsOf(segment: JsonObject): TimedWord[] {
  const words = objects(segment.words).flatMap(({ word, ...times }) => timed(word, times))
  return words.length > 0 ? words : timed(segment.text, segment)
}

function timed(text: Json | undefined, { start, end }: JsonObject): TimedWord[] {
  if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number') return []
  return [{ text: text.trim(), start, end }]
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
