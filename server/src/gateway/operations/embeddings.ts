import { type EmbeddingDoor, type EmbeddingRequest, FLOAT } from '@waystation/wire/embeddings/format'
import { askedNumbers, embeddingFormat, isOwnFormat, secondDoor, usualDoor, writeEmbeddings } from '@waystation/wire/embeddings/formats'
import { embeddingSize, embeddingTexts } from '@waystation/wire/embeddings/inputs'
import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { UpstreamFormat } from '../attempt.ts'
import type { WholeReply } from '../reply.ts'
import type { Call, TranslatedOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { toldUsage, wholeListener } from './whole-listener.ts'

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
      if (!isOwnFormat(door, format.format)) return foreignListener(format)
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
export function foreignListener({ format }: UpstreamFormat) {
  const { readReply, readUsage } = embeddingFormat(format)
  // Whether these are vectors does not depend on the type of their numbers.
  return wholeListener((reply) => readReply(reply, FLOAT) !== undefined, readUsage)
}

/** The reply of a vendor of another format, for this door's client. Throws UpstreamFailure. */
export function translatedReply(door: EmbeddingDoor, call: Call, reply: WholeReply, { format: name }: UpstreamFormat): JsonObject {
  const request = door.read(call.body)
  const format = embeddingFormat(name)
  const found = format.readReply(parseJson(reply.text), askedNumbers(request, format))
  const usage = toldUsage(reply, format.readUsage)
  const answer = found && door.writeReply(request, found, { id: call.id, model: call.facts.model, usage })
  if (!answer) throw garbageFailure('the upstream did not answer with a vector for each input')
  return answer
}
