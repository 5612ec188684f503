import { noTokens } from '@waystation/wire/chat/reply/usage'
import type { EmbeddingDoor, EmbeddingRequest } from '@waystation/wire/embeddings/format'
import { askedNumbers, embeddingFormat, isOwnFormat, secondDoor, usualDoor, writeEmbeddings } from '@waystation/wire/embeddings/formats'
import { embeddingSize, embeddingTexts } from '@waystation/wire/embeddings/inputs'
import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { Call, TranslatedOperation, UpstreamFormat, WholeReply } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { wholeListener } from './whole-listener.ts'

/** The marks that a vendor puts around an input come to a few tokens. */
const INPUT_BYTES = 16

/** Vectors: one whole answer, input only. Requests and replies go on as they are where the vendor has the format of this door's clients. */
function embeddingOperation(door: EmbeddingDoor): TranslatedOperation {
  return {
    kind: 'translated',
    name: 'embeddings',

    read(body) {
      const request = door.read(body)
      if (!request.model) throw new WireError('model', 'a string')
      return { model: request.model, isStream: false, wantsUsageFrame: false, size: sizeOf(request) }
    },

    formatFor({ operations, formats }) {
      return operations.includes('embeddings') ? { operation: 'embeddings', dialect: 'openai-chat', format: formats.embeddings } : undefined
    },

    replyListener(format, _options, call) {
      if (!isOwnFormat(door, format.format)) return foreignListener(door, format, call)
      const { readUsage } = embeddingFormat(format.format)
      return wholeListener(door.isReply, readUsage, (reply) => door.mend?.(call.body, reply))
    },

    promptTexts: ({ body }) => embeddingTexts(door.read(body).inputs),
    own: { isSpoken: ({ format }) => isOwnFormat(door, format), withModel: (body, model) => ({ ...body, model }) },
    translateBody: (body, { upstreamModel, format }, losses) =>
      writeEmbeddings(door.read(body), door, embeddingFormat(format), upstreamModel, losses),
    buildReply: (call, reply, format) => translatedReply(door, call, reply, format),
  }
}

export const embeddings = embeddingOperation(usualDoor)
export const secondEmbeddings = embeddingOperation(secondDoor)

/** How large a request is. */
export function sizeOf(request: EmbeddingRequest): ExpectedSize {
  const { inputs, textBytes, media } = embeddingSize(request.inputs)
  return {
    textBytes: textBytes + INPUT_BYTES * inputs,
    media: media.map((data) => ({ kind: 'image', ...(data === undefined ? {} : { data }) }) as const),
    maxOutputTokens: 0,
    choices: 1,
  }
}

/** Reads the reply of a vendor of another format. */
export function foreignListener(door: EmbeddingDoor, { format }: UpstreamFormat, { body }: Call) {
  const { readReply, readUsage } = embeddingFormat(format)
  const numbers = askedNumbers(door.read(body), embeddingFormat(format))
  return wholeListener((reply) => readReply(reply, numbers) !== undefined, readUsage)
}

/** The reply of a vendor of another format, for this door's client. Throws UpstreamFailure. */
export function translatedReply(door: EmbeddingDoor, call: Call, { text, events }: WholeReply, { format }: UpstreamFormat): JsonObject {
  const request = door.read(call.body)
  const { readReply, readUsage } = embeddingFormat(format)
  const reply = parseJson(text)
  const counted = events.find((event) => event.kind === 'usage-known')?.usage
  const usage = counted ?? readUsage(reply ?? null) ?? { ...noTokens, raw: null }
  const found = readReply(reply, askedNumbers(request, embeddingFormat(format)))
  const answer = found && door.writeReply(request, found, { id: call.id, model: call.facts.model, usage })
  if (!answer) throw garbageFailure('the upstream did not answer with a vector for each input')
  return answer
}
