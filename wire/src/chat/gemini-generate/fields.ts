// Google's services read the JSON form of protocol buffers: a field may be spelled in camelCase or snake_case, a number may be text, and one
// object may stand where a list is meant. The spelling is remembered and written back.
import { isObject, type Json, type JsonArray, type JsonObject } from '../../encoding/json.ts'
import { FieldReader } from '../../encoding/reader.ts'
import { WireError } from '../../wire-error.ts'
import type { Extras } from '../request/extras.ts'
import { NAME } from './name.ts'

/** How fields were spelled, by their camelCase names: words parted by spaces, such as `snake one`. */
export type Words = Readonly<Record<string, string>>

const twoWords = [
  'systemInstruction',
  'toolConfig',
  'generationConfig',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'thoughtSignature',
  'mimeType',
  'fileUri',
  'displayName',
  'functionDeclarations',
  'parametersJsonSchema',
  'functionCallingConfig',
  'allowedFunctionNames',
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'candidateCount',
  'maxOutputTokens',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'responseLogprobs',
  'thinkingConfig',
  'includeThoughts',
  'thinkingBudget',
  'thinkingLevel',
  'responseModalities',
  'generateContentRequest',
  'taskType',
  'outputDimensionality',
] as const

const snakeNames: Readonly<Record<string, string>> = Object.fromEntries(
  twoWords.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
)

/**
 * Reads the fields of one object by their camelCase names, in either spelling, and remembers which were read. A null counts as absent
 * and stays unread; a field of the wrong type throws WireError with its path.
 */
export class Fields extends FieldReader {
  readonly #above: Fields | undefined
  readonly #name: string
  words: Record<string, string> | undefined = undefined
  /** Has no field an underscore in its name? Then no second spelling need be looked for, which most of the time of reading would go into. */
  readonly #isCamel: boolean

  /**
   * @param above what the object stands in; absent for the body itself
   * @param name its place there, such as `parts[0]`
   */
  constructor(value: Json | undefined, above?: Fields, name = '') {
    if (!isObject(value)) throw new WireError(placeIn(above, name) || 'body', 'an object')
    super(value)
    this.#above = above
    this.#name = name
    this.#isCamel = isCamel(value)
  }

  /** Where the object stands. Put together on request only: it is needed when something is wrong. */
  get path(): string {
    return placeIn(this.#above, this.#name)
  }

  /** The value, not marked as read. */
  peek(key: string): Json | undefined {
    return this.source[this.#spelling(key)]
  }

  /** Marks a field as read, and remembers its spelling. */
  take(key: string): void {
    const spelling = this.#spelling(key)
    this.see(spelling)
    if (spelling !== key) this.remember(key, 'snake')
  }

  /** Remembers one more word on how the field was written. */
  remember(key: string, word: string): void {
    this.words ??= {}
    const before = this.words[key]
    this.words[key] = before === undefined ? word : `${before} ${word}`
  }

  number(key: string): number | undefined {
    const found = this.read(key)
    if (found === undefined || typeof found === 'number') return found
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : Number.NaN
    if (!Number.isFinite(number)) throw this.wrong(key, 'a number')
    this.remember(key, 'text')
    return number
  }

  /** A list; Google takes one element in its place. */
  list(key: string): JsonArray | undefined {
    const found = this.read(key)
    if (found === undefined || Array.isArray(found)) return found
    if (typeof found === 'boolean' || typeof found === 'number') throw this.wrong(key, 'a list')
    this.remember(key, 'one')
    return [found]
  }

  /** A list of objects, each with its path. */
  objects(key: string): Fields[] | undefined {
    const spelling = this.#spelling(key)
    return this.list(key)?.map((item, index) => new Fields(item, this, `${spelling}[${index}]`))
  }

  /** A list of texts. */
  texts(key: string): string[] | undefined {
    return this.list(key)?.map((item, index) => {
      if (typeof item !== 'string') throw new WireError(`${this.#place(key)}[${index}]`, 'a string')
      return item
    })
  }

  object(key: string): Fields | undefined {
    const found = this.read(key)
    return found === undefined ? undefined : new Fields(found, this, this.#spelling(key))
  }

  protected read(key: string): Json | undefined {
    const spelling = this.#spelling(key)
    const found = this.source[spelling]
    if (found === null || found === undefined) return undefined
    this.see(spelling)
    if (spelling !== key) this.remember(key, 'snake')
    return found
  }

  /** The spelling that the object uses. The names that are looked up are no names of a prototype's. */
  #spelling(key: string): string {
    if (this.#isCamel || this.source[key] !== undefined) return key
    const snake = snakeNames[key]
    return snake !== undefined && this.source[snake] !== undefined ? snake : key
  }

  #place(key: string): string {
    return placeIn(this, this.#spelling(key))
  }

  protected wrong(key: string, expected: string): WireError {
    return new WireError(this.#place(key), expected)
  }
}

function placeIn(above: Fields | undefined, name: string): string {
  const path = above?.path ?? ''
  return path === '' ? name : `${path}.${name}`
}

function isCamel(source: JsonObject): boolean {
  for (const key in source) if (key.includes('_')) return false
  return true
}

/** Was the field read in this spelling? */
export function hasWord(words: Words | undefined, key: string, word: string): boolean {
  const found = words?.[key]
  return found !== undefined && (found === word || found.split(' ').includes(word))
}

/** Sets a field in the spelling in which it was read; an undefined value is not set. */
export function putField(target: JsonObject, words: Words | undefined, key: string, value: Json | undefined): void {
  if (value === undefined) return
  if (words === undefined || words[key] === undefined) {
    target[key] = value
    return
  }
  const name = hasWord(words, key, 'snake') ? (snakeNames[key] ?? key) : key
  if (typeof value === 'number' && hasWord(words, key, 'text')) target[name] = String(value)
  else if (Array.isArray(value) && value.length === 1 && hasWord(words, key, 'one')) target[name] = value[0]
  else target[name] = value
}

/** Extras of what these objects hold unread: the first one's as fields, the others' under their keys. */
export function carried(
  outer: Fields,
  inner: Readonly<Record<string, Fields | undefined>> = {},
  more: Readonly<Record<string, string | undefined>> = {},
): Extras | undefined {
  let nested: Record<string, JsonObject> | undefined
  let words = joinWords(joinWords(undefined, outer.words), more)
  for (const key in inner) {
    const rest = inner[key]?.rest()
    words = joinWords(words, inner[key]?.words)
    if (rest === undefined) continue
    nested ??= {}
    nested[key] = rest
  }
  const fields = outer.rest()
  if (fields === undefined && nested === undefined && words === undefined) return undefined
  return { dialect: NAME, ...(fields && { fields }), ...(nested && { nested }), ...(words && { spellings: words }) }
}

function joinWords(
  words: Record<string, string> | undefined,
  more: Readonly<Record<string, string | undefined>> | undefined,
): Record<string, string> | undefined {
  let joined = words
  for (const key in more) {
    const word = more[key]
    if (word === undefined) continue
    joined ??= {}
    joined[key] = word
  }
  return joined
}
