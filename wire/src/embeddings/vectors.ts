// Vectors as lists of numbers, and as OpenAI's base64: floats of four bytes each, the low byte first.
import { BASE64_LETTERS } from '../chat/media/base64-alphabet.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import type { EmbeddingReply } from './format.ts'

const CODES = Uint8Array.from(BASE64_LETTERS, (letter) => letter.charCodeAt(0))
const FILL = '='.charCodeAt(0)
/** Letters that become a text in one call. */
const PER_CALL = 8192

/** A vector in base64; undefined: it is no list of numbers. One that is base64 already stays. */
export function inBase64(vector: Json | undefined): string | undefined {
  if (typeof vector === 'string') return vector
  if (!isNumbers(vector)) return undefined
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [at, number] of vector.entries()) view.setFloat32(at * 4, number, true)
  return base64Of(new Uint8Array(view.buffer))
}

const isNumbers = (vector: Json | undefined): vector is number[] =>
  Array.isArray(vector) && vector.every((number) => typeof number === 'number')

function base64Of(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    letters[to] = CODES[bits >> 18] ?? 0
    letters[to + 1] = CODES[(bits >> 12) & 63] ?? 0
    letters[to + 2] = left > 1 ? (CODES[(bits >> 6) & 63] ?? 0) : FILL
    letters[to + 3] = left > 2 ? (CODES[bits & 63] ?? 0) : FILL
  }
  let text = ''
  for (let at = 0; at < letters.length; at += PER_CALL) text += String.fromCharCode(...letters.subarray(at, at + PER_CALL))
  return text
}

/**
 * A reply in OpenAI's shape; undefined: these are no vectors.
 * @param numbers the type of the numbers, which the reply does not say
 */
export function readVectorList(reply: Json | undefined, numbers: string): EmbeddingReply | undefined {
  const vectors = isObject(reply) ? vectorsIn(reply.data) : undefined
  return vectors && { vectors: { [numbers]: vectors } }
}

/** The vectors of OpenAI's `data`, by their places in the request; undefined: it is no list of vectors. */
function vectorsIn(data: Json | undefined): Json[] | undefined {
  if (!Array.isArray(data) || data.length === 0) return undefined
  const items: JsonObject[] = data.filter(isObject)
  const vectors = items
    .toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0))
    .map(({ embedding }) => embedding)
    .filter(isVector)
  return vectors.length === data.length ? vectors : undefined
}

const isVector = (value: Json | undefined): value is Json => typeof value === 'string' || Array.isArray(value)
