// Embeddings (`/v1/embeddings`): passed through, never translated.
import type { WireUsage } from './chat/reply/usage.ts'
import { countInputs, inputBytes, inputTexts, inputTokens } from './completions.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from './encoding/json.ts'
import { reader } from './encoding/reader.ts'
import { jsonBytes } from './encoding/text-bytes.ts'
import { hasUsage, readUsage } from './openai/usage.ts'
import { WireError } from './wire-error.ts'

export interface EmbeddingCall {
  /** Absent where the path names the model. */
  readonly model?: string
  /** How many vectors the request is for. */
  readonly inputs: number
  /** Bytes of the texts; a token given by its number counts four bytes. */
  readonly inputBytes: number
  /** Tokens that were given by their numbers: no estimate is needed for them. */
  readonly inputTokens: number
  /** `float` or `base64`, as the caller wrote it. */
  readonly encodingFormat?: string
}

/**
 * What the gateway must know of an embedding's body: `input` as a text, a list of texts, of token numbers, of lists of them, or of the
 * objects that multimodal vendors take. Throws WireError, with the path, where it is none of these.
 */
export function readEmbedding(body: Json): EmbeddingCall {
  const r = reader(body, '')
  const model = r.text('model')
  const encodingFormat = r.text('encoding_format')
  const input = r.peek('input')
  if (typeof input !== 'string' && !Array.isArray(input) && !isObject(input)) throw new WireError('input', 'a string or a list')
  const objects = isObject(input) ? [input] : Array.isArray(input) ? input.filter(isObject) : []
  return {
    ...(model !== undefined && { model }),
    inputs: Array.isArray(input) ? countInputs(input) : 1,
    inputBytes: inputBytes(input) + objects.reduce((sum, item) => sum + jsonBytes(item), 0),
    inputTokens: inputTokens(input),
    ...(encodingFormat !== undefined && { encodingFormat }),
  }
}

/** The texts of the input, for counting their tokens. */
export function embeddingTexts(body: JsonObject): string[] {
  const input = body.input
  const objects: JsonArray = Array.isArray(input) ? input : [input ?? null]
  return [...inputTexts(input), ...objects.flatMap((item) => (isObject(item) && typeof item.text === 'string' ? [item.text] : []))]
}

/** The usage of a reply; undefined where the vendor reports none. Embeddings have no output. */
export function embeddingUsage(reply: Json): WireUsage | undefined {
  if (!isObject(reply) || !hasUsage(reply.usage)) return undefined
  const usage = reply.usage
  // Several vendors report the total only, and all of it is input.
  const isTotalOnly = usage.prompt_tokens === undefined && usage.input_tokens === undefined
  return { ...readUsage(isTotalOnly ? { ...usage, prompt_tokens: usage.total_tokens } : usage), raw: usage }
}

/** Is this a whole reply of embeddings, and not an error with a good status? */
export function isEmbeddingReply(reply: Json): boolean {
  return isObject(reply) && Array.isArray(reply.data)
}
