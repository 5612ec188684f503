// Vectors of texts and pictures. What clients write is read by a door and what they get is written by it (`openai-door.ts`, `cohere-door.ts`,
// `gemini-door.ts`); what a vendor takes and gives is a format, one file for each.
import type { Loss, LossLog } from '../chat/losses/loss.ts'
import type { WireUsage } from '../chat/reply/usage.ts'
import type { Json, JsonObject } from '../encoding/json.ts'

/** A piece of an input. */
export type EmbeddingPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An address, a data URI, or bare base64. */
  | { readonly kind: 'image'; readonly image: string }
  /** Sound, film, a file. */
  | { readonly kind: 'media' }
  /** Anything else, such as tokens by their numbers. */
  | { readonly kind: 'other'; readonly value: Json }

/** What one vector is made of. */
export interface EmbeddingInput {
  /** Its place in the request, such as `input[2]`. */
  readonly path: string
  readonly parts: readonly EmbeddingPart[]
}

/** What the vectors are for: models write other vectors for a question than for what may answer it. */
export type Purpose =
  | 'query'
  | 'document'
  | 'code-query'
  | 'code-document'
  | 'question'
  | 'fact-check'
  | 'similarity'
  | 'classification'
  | 'clustering'

/** A value of the request, with the place where the client wrote it. */
export interface Placed<Value> {
  readonly path: string
  readonly value: Value
}

/** The purpose as the client wrote it, and what that means; undefined: no vendor has that word. */
export interface WrittenPurpose extends Placed<Purpose | undefined> {
  readonly word: string
}

/** A request, whatever its format. */
export interface EmbeddingRequest {
  readonly model: string | undefined
  readonly inputs: readonly EmbeddingInput[]
  /** The length of the vectors. */
  readonly dimensions?: Placed<number>
  readonly purpose?: WrittenPurpose
  /** Which end of a text that is too long is cut off; `none`: it is refused. */
  readonly truncation?: Placed<'none' | 'start' | 'end'>
  /** The types of the numbers, such as `float` and `int8`, in the order in which the client wants them; absent: floats. */
  readonly numbers?: Placed<readonly string[]>
  /** Does the client want the vectors in base64? */
  readonly isBase64: boolean
  /** Fields that not all formats have. */
  readonly extras: JsonObject
  /** What only the format of the client's own door has room for. */
  readonly lost: readonly Loss[]
}

/** A reply, whatever its format. */
export interface EmbeddingReply {
  readonly id?: string
  /** By the type of their numbers, a vector for each input: a list of numbers, or base64. */
  readonly vectors: Readonly<Record<string, readonly Json[]>>
}

/** How a client is answered. */
export interface ReplyParts {
  /** Where the vendor gives none. */
  readonly id: string
  /** As the client named it. */
  readonly model: string
  readonly usage: WireUsage
}

/** A door for vectors: whose clients come there. */
export interface EmbeddingDoor {
  /** The format that is its clients' own. */
  readonly format: string
  /** Can its clients get numbers of several types at once? */
  readonly givesTypes: boolean
  /** Throws WireError, with the path, where the body is no such request. */
  read(body: Json): EmbeddingRequest
  /** Is this a whole reply as its clients get it, whatever its vendor adds, and not an error with a good status? */
  isReply(reply: Json): boolean
  /** Such a reply as the client wants it, where its vendor has given it otherwise; undefined: it is right. Absent: it always is. */
  mend?(body: JsonObject, reply: Json): string | undefined
  /** Undefined: not every vector that the client asked for is there. */
  writeReply(request: EmbeddingRequest, reply: EmbeddingReply, parts: ReplyParts): JsonObject | undefined
}

/** What a vendor takes and gives. */
export interface EmbeddingFormat {
  /** Which fields that not all formats have it takes. */
  readonly fields: ReadonlySet<string>
  /** Does it take the types of numbers, and how many at once? */
  readonly numberTypes: { readonly taken: readonly string[]; readonly most: number }
  /**
   * The body for the vendor.
   * @param extras fields that not all formats have, and that are to be sent
   */
  writeRequest(request: EmbeddingRequest, model: string, extras: JsonObject, losses: LossLog): JsonObject
  /**
   * Undefined: these are no vectors.
   * @param numbers the type of numbers that was asked for
   */
  readReply(reply: Json | undefined, numbers: string): EmbeddingReply | undefined
  /** Undefined where nothing is reported. */
  readUsage(reply: Json): WireUsage | undefined
}

export const FLOAT = 'float'
/** Floats, in base64. */
export const BASE64 = 'base64'
