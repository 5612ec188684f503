import {
  type EmbedDoor,
  embedContentTexts,
  embedContentUsage,
  fromEmbeddings,
  isEmbedContentReply,
  readEmbedContent,
  renameEmbedContent,
  toEmbeddings,
} from '@waystation/wire/embed-content'
import { parseJson } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { TranslatedOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { embeddings, INPUT_BYTES } from './embeddings.ts'
import { wholeListener } from './whole-listener.ts'

/** Gemini's embeddings: unchanged where the vendor has the same endpoint, else translated to OpenAI's. */
function embedOperation(name: 'embed-content' | 'batch-embed-contents', door: EmbedDoor): TranslatedOperation {
  return {
    kind: 'translated',
    name,

    read(body, _dialect, address) {
      if (!address) throw new WireError('model', 'a string')
      const { inputs, inputBytes, media } = readEmbedContent(body, door)
      const textBytes = inputBytes + INPUT_BYTES * inputs
      const size = { media: Array.from({ length: media }, () => ({ kind: 'image' }) as const), textBytes, maxOutputTokens: 0, choices: 1 }
      return { model: address.model, isStream: false, wantsUsageFrame: false, size }
    },

    formatFor(provider, spoken, asked) {
      return provider.operations.includes(name) ? { operation: name, dialect: asked } : embeddings.formatFor(provider, spoken, asked)
    },

    replyListener(format, options, call) {
      if (format.operation === 'embeddings') return embeddings.replyListener(format, options, call)
      return wholeListener((body) => isEmbedContentReply(body, door), embedContentUsage)
    },

    promptTexts: ({ body }) => embedContentTexts(body, door),
    own: {
      isSpoken: ({ operation }) => operation === name,
      withModel: (body, model) => renameEmbedContent(body, model, door),
    },
    translateBody: (body, { upstreamModel }, losses) => toEmbeddings(body, upstreamModel, door, losses),

    buildReply(call, { text }) {
      const answer = fromEmbeddings(parseJson(text), readEmbedContent(call.body, door).inputs, door)
      if (!answer) throw garbageFailure('the upstream did not answer with a vector for each input')
      return answer
    },
  }
}

export const embedContent = embedOperation('embed-content', 'one')
export const batchEmbedContents = embedOperation('batch-embed-contents', 'many')
