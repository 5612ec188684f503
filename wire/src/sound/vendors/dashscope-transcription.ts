// Transcripts of Qwen: a conversation with the recording in it, answered whole with the seconds that are charged. Of the two doors that take it this is the one
// that all regions have. Source: Alibaba Cloud Model Studio, "Audio file recognition (Qwen-ASR) API reference", 2026.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { described, type FormField, type TranscriptionFormat } from '../format.ts'

/** What needs no times: it gives none. */
const PRINTABLE: ReadonlySet<unknown> = new Set(['json', 'text'])
/** Read by the gateway, or written below. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream', 'language', 'prompt'])

export const dashscopeTranscription: TranscriptionFormat = {
  unsupported: ({ response_format: format = 'json' }) => (PRINTABLE.has(format) ? [] : [described('response_format', format)]),

  writeBody(fields, { base64, mediaType }, model, losses) {
    for (const [name] of fields) {
      const plain = name.replace(/\[\]$/, '')
      if (!OURS.has(plain)) losses.add(plain, 'not-expressible')
    }
    const textIn = (wanted: string) => fields.findLast(([name, text]: FormField) => name === wanted && text !== '')?.[1]
    const [context, language] = [textIn('prompt'), textIn('language')]
    return {
      model,
      input: {
        messages: [
          ...(context === undefined ? [] : [{ role: 'system', content: [{ text: context }] }]),
          { role: 'user', content: [{ audio: `data:${mediaType};base64,${base64}` }] },
        ],
      },
      ...(language === undefined ? {} : { parameters: { asr_options: { language } } }),
    }
  },

  readReply(reply) {
    if (!isObject(reply) || !isObject(reply.output)) return undefined
    const { message } = firstOf(reply.output.choices)
    if (!isObject(message)) return undefined
    const { text } = firstOf(message.content)
    const { language } = firstOf(message.annotations)
    const { seconds } = isObject(reply.usage) ? reply.usage : {}
    return {
      // Nothing is said where the content is empty.
      text: typeof text === 'string' ? text : '',
      language: typeof language === 'string' ? language : undefined,
      seconds: typeof seconds === 'number' ? seconds : undefined,
      words: [],
    }
  },
}

const firstOf = (list: Json | undefined): JsonObject => (Array.isArray(list) && isObject(list[0]) ? list[0] : {})
