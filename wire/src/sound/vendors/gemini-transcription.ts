// Transcripts of Google's models, which have no door for them: a conversation with the recording and the wish that it be written down. Sources: Google's
// guide "Audio understanding" and the types of @google/genai 2.32.0, 2026.
import { hasUsage, readUsage } from '../../chat/gemini-generate/usage.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { failureIn } from '../audio-reading.ts'
import { described, type FormField, type TranscriptionFormat } from '../format.ts'
import { candidateOf, partsOf, refusalIn } from './gemini-answer.ts'

/** What needs no times: a model that is asked for them makes them up. */
const PRINTABLE: ReadonlySet<unknown> = new Set(['json', 'text'])
/** Read by the gateway, or put into words below. */
const OURS: ReadonlySet<string> = new Set(['model', 'response_format', 'stream', 'language', 'prompt', 'temperature'])
/** Names of its own for types of recordings. */
const googlesNames: Readonly<Record<string, string>> = { 'audio/mpeg': 'audio/mp3' }
const NOT_WRITTEN = 'the recording was not written down'

export const geminiTranscription: TranscriptionFormat = {
  dialect: 'gemini-generate',

  unsupported: ({ response_format: format = 'json' }) => (PRINTABLE.has(format) ? [] : [described('response_format', format)]),

  writeBody(fields, { base64, mediaType }, _model, losses) {
    for (const [name] of fields) {
      const plain = name.replace(/\[\]$/, '')
      if (!OURS.has(plain)) losses.add(plain, 'not-expressible')
    }
    const temperature = Number(textIn(fields, 'temperature') ?? Number.NaN)
    return {
      contents: [
        {
          role: 'user',
          parts: [{ inlineData: { mimeType: googlesNames[mediaType] ?? mediaType, data: base64 } }, { text: instructionFor(fields) }],
        },
      ],
      ...(Number.isFinite(temperature) ? { generationConfig: { temperature } } : {}),
    }
  },

  readReply(reply) {
    if (!isObject(reply) || candidateOf(reply).finishReason === undefined) return undefined
    return { text: textOf(reply).trim(), words: [], ...usageOf(reply) }
  },

  refusalIn: (reply) => refusalIn(reply, NOT_WRITTEN),

  readEvent(event) {
    const error = failureIn(event)?.error ?? refusalIn(event, NOT_WRITTEN)
    return {
      text: textOf(event),
      isEnd: candidateOf(event).finishReason !== undefined,
      ...usageOf(event),
      ...(error ? { error } : {}),
    }
  },
}

const textIn = (fields: readonly FormField[], wanted: string): string | undefined =>
  fields.findLast(([name, text]) => name === wanted && text !== '')?.[1]

/** The request in words. */
function instructionFor(fields: readonly FormField[]): string {
  const language = textIn(fields, 'language')
  const prompt = textIn(fields, 'prompt')
  return [
    'Write down word for word what is said in this recording, in the language in which it is said.',
    'Answer with the transcript alone, without times, names of speakers or words of your own. Answer with nothing where nobody speaks.',
    ...(language === undefined ? [] : [`The language is ${language} (ISO 639).`]),
    ...(prompt === undefined ? [] : [`Words that may occur in it, or that were said before it: ${prompt}`]),
  ].join('\n')
}

/** What is said, without what the model thinks. */
const textOf = (answer: JsonObject): string =>
  partsOf(candidateOf(answer))
    .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
    .join('')

function usageOf({ usageMetadata }: JsonObject): { usage?: ReturnType<typeof readUsage> } {
  return hasUsage(usageMetadata) ? { usage: readUsage(usageMetadata) } : {}
}
