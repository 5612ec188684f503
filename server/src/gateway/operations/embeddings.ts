import { embeddingTexts, embeddingUsage, isEmbeddingReply, readEmbedding } from '@waystation/wire/embeddings'
import { WireError } from '@waystation/wire/wire-error'
import type { ForwardedOperation } from '../types.ts'
import { wholeListener } from './whole-listener.ts'

/** The marks that a vendor puts around an input come to a few tokens. */
export const INPUT_BYTES = 16

/** Embeddings: one whole answer, input only. */
export const embeddings: ForwardedOperation = {
  kind: 'forwarded',
  name: 'embeddings',

  read(body) {
    const call = readEmbedding(body)
    if (!call.model) throw new WireError('model', 'a string')
    const size = {
      textBytes: call.inputBytes + INPUT_BYTES * call.inputs,
      media: [],
      maxOutputTokens: 0,
      choices: 1,
    }
    return { model: call.model, isStream: false, wantsUsageFrame: false, size }
  },

  formatFor: ({ operations }) => (operations.includes('embeddings') ? { operation: 'embeddings', dialect: 'openai-chat' } : undefined),

  replyListener: () => wholeListener(isEmbeddingReply, embeddingUsage),

  promptTexts: ({ body }) => embeddingTexts(body),
}
