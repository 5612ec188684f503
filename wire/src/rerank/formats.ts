// Every format of rankings: one line each. A vendor's record names its own.
import type { LossLog } from '../chat/losses/loss.ts'
import type { JsonObject } from '../encoding/json.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { dashscope } from './dashscope.ts'
import { deepinfra } from './deepinfra.ts'
import type { RerankFormat, RerankRequest } from './format.ts'
import { jina } from './jina.ts'
import { nvidia } from './nvidia.ts'
import { sglang, textEmbeddingsInference } from './own-servers.ts'
import { voyage } from './voyage.ts'

const formats = {
  ...{ jina, cohere, dashscope, voyage, bedrock, deepinfra, nvidia, sglang },
  'text-embeddings-inference': textEmbeddingsInference,
} as const satisfies Record<string, RerankFormat>

export type RerankFormatName = keyof typeof formats

/** The format of that name; absent: the one that most vendors have. Throws TypeError where there is none. */
export function rerankFormat(name: string = 'jina'): RerankFormat {
  if (!isFormatName(name)) throw new TypeError(`there is no format ${name} of rankings`)
  return formats[name]
}

const isFormatName = (name: string): name is RerankFormatName => Object.hasOwn(formats, name)

/** A door for rankings: whose clients come there. */
export interface RerankDoor {
  readonly format: RerankFormat
  /** Do its clients get the documents where they do not say? */
  readonly returnsDocuments: boolean
  /** Is `meta` in every reply? Where it is not, it is in those that tell searches. */
  readonly hasMeta: boolean
}

/** `/v1/rerank`: Jina's clients, those of its many followers, and those of Cohere's older API. Jina returns documents unless told not to. */
export const usualDoor: RerankDoor = { format: jina, returnsDocuments: true, hasMeta: false }
/** `/v2/rerank`: Cohere's clients. */
export const secondDoor: RerankDoor = { format: cohere, returnsDocuments: false, hasMeta: true }

/** The body for a vendor. A field that not all formats have goes on where the client's format is the vendor's, or has that field too. */
export function writeRerank(request: RerankRequest, door: RerankDoor, to: RerankFormat, model: string, losses: LossLog): JsonObject {
  const extras: JsonObject = {}
  for (const [name, value] of Object.entries(request.extras)) {
    if (to === door.format || to.fields.has(name)) extras[name] = value
    else losses.add(name, 'not-expressible')
  }
  return to.writeRequest(request, model, extras, losses)
}
