// What vectors are asked for: what one input is made of, how large all of them are, and how they are written for vendors that take texts only.

import type { LossLog } from '../chat/losses/loss.ts'
import { isObject, type Json, type JsonArray } from '../encoding/json.ts'
import type { Reader } from '../encoding/reader.ts'
import { isData, jsonBytes, utf8Bytes } from '../encoding/text-bytes.ts'
import { WireError } from '../wire-error.ts'
import type { EmbeddingInput, EmbeddingPart, Placed } from './format.ts'

/** How large a request is. */
export interface EmbeddingSize {
  /** How many vectors the request is for. */
  readonly inputs: number
  /** Bytes of the texts; a token given by its number counts four bytes. */
  readonly textBytes: number
  /** Pictures and other media; the data of a picture that does not stand elsewhere. */
  readonly media: readonly (string | undefined)[]
}

export function embeddingSize(inputs: readonly EmbeddingInput[]): EmbeddingSize {
  const parts = inputs.flatMap((input) => input.parts)
  return {
    inputs: inputs.length,
    textBytes: parts.reduce((sum, part) => sum + bytesOf(part), 0),
    media: parts.flatMap((part) => (part.kind === 'image' ? [dataOf(part.image)] : part.kind === 'media' ? [undefined] : [])),
  }
}

/** The texts, for counting their tokens. */
export function embeddingTexts(inputs: readonly EmbeddingInput[]): string[] {
  return inputs.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])))
}

/**
 * The inputs of OpenAI's `input`: a text, a list of texts, of token numbers, of lists of them, or of the objects that multimodal vendors take.
 * Throws WireError, with the path, where it is none of these.
 */
export function readInputs(input: Json | undefined): EmbeddingInput[] {
  if (isObject(input)) return [{ path: 'input', parts: [partOf(input)] }]
  if (typeof input === 'string') return [{ path: 'input', parts: [{ kind: 'text', text: input }] }]
  if (!Array.isArray(input)) throw new WireError('input', 'a string or a list')
  if (isTokens(input)) return [{ path: 'input', parts: [{ kind: 'other', value: input }] }]
  return input.map((item, at) => ({ path: `input[${at}]`, parts: [partOf(item)] }))
}

/** An object with a text or a picture, as Jina, Cohere and the many that copy OpenAI's chat write them. */
function partOf(item: Json): EmbeddingPart {
  if (typeof item === 'string') return { kind: 'text', text: item }
  if (isObject(item)) {
    if (typeof item.text === 'string') return { kind: 'text', text: item.text }
    const image = item.image ?? item.image_url
    const url = isObject(image) ? image.url : image
    if (typeof url === 'string') return { kind: 'image', image: url }
  }
  return { kind: 'other', value: item }
}

/** A list of token numbers is one input. */
const isTokens = (list: JsonArray): boolean => list.length > 0 && list.every((item) => typeof item === 'number')

/** The parts of an input in Cohere's and OpenAI's words: `{type: 'text', text}` and `{type: 'image_url', image_url: {url}}`. */
export const readParts = (content: Json | undefined): EmbeddingPart[] => (Array.isArray(content) ? content.map(partOf) : [])

/** Each input as a text, for vendors that take nothing else: another input depends on what is lost of it. */
export function textsOnly(inputs: readonly EmbeddingInput[], losses: LossLog): string[] {
  return inputs.map(({ path, parts }) => {
    if (parts.some(({ kind }) => kind !== 'text')) losses.add(path, 'needed')
    return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  })
}

/** The base64 of a picture, which may be written as a data URI; undefined: it stands elsewhere. */
export function dataOf(image: string): string | undefined {
  if (isData(image)) return image.slice(image.indexOf(',') + 1)
  return /^[a-z]{1,16}:/i.test(image) ? undefined : image
}

function bytesOf(part: EmbeddingPart): number {
  if (part.kind === 'text') return utf8Bytes(part.text)
  if (part.kind !== 'other') return 0
  return Array.isArray(part.value) && isTokens(part.value) ? 4 * part.value.length : jsonBytes(part.value)
}

/** The first of these fields that is there, a whole number from 1, such as the length of vectors. Throws WireError where it is none. */
export function wholeIn(r: Reader, ...names: readonly string[]): Placed<number> | undefined {
  for (const path of names) {
    const value = r.number(path)
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < 1) throw new WireError(path, 'a whole number from 1')
    return { path, value }
  }
  return undefined
}

/** Cohere's words for what is cut off of a text that is too long, and those of vendors who cut its end off or refuse it. */
export function truncationIn(value: Json | undefined): 'none' | 'start' | 'end' | undefined {
  if (typeof value === 'boolean') return value ? 'end' : 'none'
  const word = typeof value === 'string' ? value.toLowerCase() : undefined
  return word === 'none' || word === 'start' || word === 'end' ? word : undefined
}

/** One type of numbers, or a list of them. */
export function typesIn(value: Json | undefined): readonly string[] | undefined {
  const types = typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((type) => typeof type === 'string') : []
  return types.length > 0 ? types : undefined
}
