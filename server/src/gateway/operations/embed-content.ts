import { embeddingFormat, writeEmbeddings } from '@waystation/wire/embeddings/formats'
import { type EmbedDoor, embedContentUsage, geminiDoor, renameEmbedContent } from '@waystation/wire/embeddings/gemini-door'
import { embeddingTexts } from '@waystation/wire/embeddings/inputs'
import { WireError } from '@waystation/wire/wire-error'
import type { TranslatedOperation } from '../types.ts'
import { embeddings, foreignListener, sizeOf, translatedReply } from './embeddings.ts'
import { wholeListener } from './whole-listener.ts'

/** Gemini's embeddings: unchanged where the vendor has the same endpoint, else translated to the format that it has of OpenAI's. */
function embedOperation(name: 'embed-content' | 'batch-embed-contents', endpoint: EmbedDoor): TranslatedOperation {
  const door = geminiDoor(endpoint)
  return {
    kind: 'translated',
    name,

    read(body, _dialect, address) {
      if (!address) throw new WireError('model', 'a string')
      return { model: address.model, isStream: false, wantsUsageFrame: false, size: sizeOf(door.read(body)) }
    },

    formatFor(provider, spoken, asked) {
      return provider.operations.includes(name) ? { operation: name, dialect: asked } : embeddings.formatFor(provider, spoken, asked)
    },

    replyListener(format) {
      return format.operation === 'embeddings' ? foreignListener(format) : wholeListener(door.isReply, embedContentUsage)
    },

    promptTexts: ({ body }) => embeddingTexts(door.read(body).inputs),
    own: {
      isSpoken: ({ operation }) => operation === name,
      withModel: (body, model) => renameEmbedContent(body, model, endpoint),
    },
    translateBody: (body, { upstreamModel, format }, losses) =>
      writeEmbeddings(door.read(body), door, embeddingFormat(format), upstreamModel, losses),
    buildReply: (call, reply, format) => translatedReply(door, call, reply, format),
  }
}

export const embedContent = embedOperation('embed-content', 'one')
export const batchEmbedContents = embedOperation('batch-embed-contents', 'many')
