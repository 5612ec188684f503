// Transcripts of Google's models, at the Gemini API and at Vertex AI in express mode. Sources: Google's guide "Audio understanding" and the types of
// @google/genai 2.32.0, 2026.
import { type Step, scenario, step } from '../fake-provider-script.ts'
import type { TranscriberDoor } from './door.ts'

type Fields = Record<string, unknown>

const PATH = /^\/(v1beta|v1\/publishers\/google)\/models\/gemini-[\w.-]+:(generateContent|streamGenerateContent\?alt=sse)$/
const TYPES = /^audio\/(wav|mp3|aiff|aac|ogg|flac)$/

export const geminiTranscripts: TranscriberDoor = {
  path: PATH,
  keyIn: (headers) => String(headers['x-goog-api-key']),

  fault({ body }) {
    const parts = partsIn(body)
    const [recording, wish] = parts
    const { mimeType, data } = fieldsOf(recording?.inlineData)
    const unknown =
      stray(body, ['contents', 'generationConfig']) ??
      stray(body.generationConfig, ['temperature', 'maxOutputTokens', 'thinkingConfig']) ??
      stray(recording, ['inlineData']) ??
      stray(recording?.inlineData, ['mimeType', 'data']) ??
      stray(wish, ['text'])
    if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
    if (parts.length !== 2 || typeof wish?.text !== 'string' || typeof data !== 'string')
      return 'contents: a recording and a text are needed'
    return TYPES.test(String(mimeType)) ? undefined : `Unsupported MIME type: ${String(mimeType)}`
  },

  answer({ body, path }) {
    const { data } = fieldsOf(partsIn(body)[0]?.inlineData)
    const seconds = secondsOf(Buffer.byteLength(String(data), 'base64'))
    const usageMetadata = geminiUsage(Math.round(32 * seconds))
    const whole = { candidates: [candidate(['Hello', ' there.'], 'STOP')], usageMetadata, modelVersion: 'gemini' }
    return path.includes('stream') ? geminiStream(['Hello', ' there.'], usageMetadata) : scenario.reply(200, whole)
  },

  refuse: (code, message) => scenario.reply(code, { error: { code, message, status: 'INVALID_ARGUMENT' } }),
}

/** A stream of these pieces, the last of them with the end and the usage. */
export function geminiStream(pieces: readonly string[], usageMetadata: object): readonly Step[] {
  return [
    step.streamHead(),
    step.frame({ candidates: [{ content: { role: 'model', parts: [{ text: 'I listen.', thought: true }] }, index: 0 }] }),
    ...pieces.map((text, at) => {
      const isLast = at === pieces.length - 1
      return step.frame({ candidates: [candidate([text], isLast ? 'STOP' : undefined)], ...(isLast ? { usageMetadata } : {}) })
    }),
    step.end(),
  ]
}

/** So many tokens of sound, forty of text, six written and ten thought. */
export const geminiUsage = (sound: number) => ({
  ...{ promptTokenCount: 40 + sound, candidatesTokenCount: 6, thoughtsTokenCount: 10, totalTokenCount: 56 + sound },
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 40 },
    { modality: 'AUDIO', tokenCount: sound },
  ],
})

const candidate = (texts: readonly string[], finishReason?: string) => ({
  ...{ content: { role: 'model', parts: texts.map((text) => ({ text })) }, index: 0 },
  ...(finishReason === undefined ? {} : { finishReason }),
})
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const stray = (value: unknown, names: readonly string[]) => Object.keys(fieldsOf(value)).find((name) => !names.includes(name))

function partsIn({ contents }: Fields): Fields[] {
  const { parts } = fieldsOf(Array.isArray(contents) && contents.length === 1 ? contents[0] : undefined)
  return Array.isArray(parts) ? parts.map(fieldsOf) : []
}

/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (size: number): number => Math.max(0, size - 44) / 32_000
