// One look over the bytes of a body before anything is built from them: how deep, how many values, and no name that could reach into a
// prototype. Texts are jumped over, so a body of long texts costs next to nothing. It can be done in slices, so that a large body does not
// delay other calls.
import { AppError } from '@waystation/contract/errors'

/** Objects and lists within each other, at most (control 40). */
const MAX_DEPTH = 100
/** Names in one object, at most: an object with very many is slow to build, to copy and to print. */
const MAX_FIELDS = 10_000
/** Maximum escaped characters in a body above the size where they are counted: each costs the parser as much as twenty plain ones. */
const MAX_ESCAPES = 5_000_000
const COUNTS_ESCAPES_ABOVE_BYTES = 1024 * 1024

const QUOTE = 34
const COMMA = 44
const COLON = 58
const LIST = 91
const BACKSLASH = 92
const LIST_END = 93
const UNDERSCORE = 95
const OBJECT = 123
const OBJECT_END = 125

const PROTO = '__proto__'
/** The longest way to write it: every letter as `\u005f`. */
const MAX_PROTO_BYTES = PROTO.length * 6

export interface BodyLimits {
  /** Objects and lists together. */
  readonly maxObjects: number
  /** Values of any kind: texts, numbers, objects, lists. Texts and names may be half as many: each costs as much as several numbers. */
  readonly maxValues: number
}

export class BodyScan {
  readonly #bytes: Buffer
  readonly #limits: BodyLimits
  #at = 0
  #sliceEnd = 0
  /** Are we inside a text whose end was not found yet? */
  #isInText = false
  #textStart = 0
  #textEnd = 0
  #depth = 0
  #objects = 0
  #commas = 0
  #texts = 0
  #escapes = 0
  readonly #fields = new Int32Array(MAX_DEPTH + 1)

  constructor(bytes: Buffer, limits: BodyLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  /** Values seen so far; an empty object or list counts as two. */
  get values(): number {
    return this.#commas + this.#objects + 1
  }

  get isDone(): boolean {
    return this.#sliceEnd >= this.#bytes.length
  }

  /**
   * Goes on for so many bytes.
   * @throws AppError too_deep, too_many_objects, too_many_values, too_many_texts, too_many_fields, too_many_escapes or bad_request
   */
  run(sliceBytes = this.#bytes.length): void {
    const start = this.#sliceEnd
    const end = Math.min(this.#bytes.length, start + sliceBytes)
    this.#sliceEnd = end
    if (this.#bytes.length > COUNTS_ESCAPES_ABOVE_BYTES) this.#countEscapes(start, end)
    // A long text may have been jumped over to far behind this slice.
    if (this.#isInText && this.#at < end) this.#jumpText(end)
    if (!this.#isInText) this.#walk(end)
    const maxTexts = Math.floor(this.#limits.maxValues / 2)
    if (this.#texts > maxTexts) throw new AppError('too_many_texts', { limit: maxTexts })
    if (this.values > this.#limits.maxValues) throw new AppError('too_many_values', { limit: this.#limits.maxValues })
  }

  #walk(end: number): void {
    const bytes = this.#bytes
    const { maxObjects } = this.#limits
    let at = this.#at
    let commas = 0
    let texts = 0
    while (at < end) {
      const byte = bytes[at] as number
      at += 1
      if (byte === QUOTE) {
        texts += 1
        this.#textStart = at
        this.#at = at
        this.#jumpText(end)
        if (this.#isInText) break
        at = this.#at
      } else if (byte === COMMA) commas += 1
      else if (byte === COLON) this.#noteName()
      else if (byte === OBJECT || byte === LIST) {
        this.#depth += 1
        this.#objects += 1
        if (this.#depth > MAX_DEPTH) throw new AppError('too_deep', { limit: MAX_DEPTH })
        if (this.#objects > maxObjects) throw new AppError('too_many_objects', { limit: maxObjects })
        this.#fields[this.#depth] = 0
      } else if (byte === OBJECT_END || byte === LIST_END) this.#depth -= 1
    }
    this.#commas += commas
    this.#texts += texts
    if (!this.#isInText) this.#at = at
  }

  /** Goes to behind the text that begins at `#textStart`, or as far as this slice goes. */
  #jumpText(sliceEnd: number): void {
    const bytes = this.#bytes
    let at = this.#at - 1
    this.#isInText = false
    for (;;) {
      at = bytes.indexOf(QUOTE, at + 1)
      if (at < 0) {
        this.#at = bytes.length
        return
      }
      let slashes = 0
      while (at - 1 - slashes >= this.#textStart && bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
      if (slashes % 2 === 0) break
      if (at < sliceEnd) continue
      this.#isInText = true
      this.#at = at + 1
      return
    }
    this.#textEnd = at
    this.#at = at + 1
  }

  /** The text before a colon is a name. No client means a field `__proto__`, however it is written (FLT-43). */
  #noteName(): void {
    const fields = (this.#fields[this.#depth] ?? 0) + 1
    this.#fields[this.#depth] = fields
    if (fields > MAX_FIELDS) throw new AppError('too_many_fields', { limit: MAX_FIELDS })
    const length = this.#textEnd - this.#textStart
    if (length < PROTO.length || length > MAX_PROTO_BYTES) return
    const first = this.#bytes[this.#textStart]
    if (first !== UNDERSCORE && first !== BACKSLASH) return
    const text = this.#bytes.toString('latin1', this.#textStart, this.#textEnd)
    const name = text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    if (name !== PROTO) return
    const place = this.#textStart - 1
    throw new AppError('bad_request', {
      detail: { zh: `字段不能命名为 ${PROTO}（位置 ${place}）`, en: `a field must not be named ${PROTO} (position ${place})` },
    })
  }

  #countEscapes(from: number, to: number): void {
    const bytes = this.#bytes
    let escapes = 0
    for (let at = from; at < to; at++) if (bytes[at] === BACKSLASH) escapes += 1
    this.#escapes += escapes
    if (this.#escapes > MAX_ESCAPES) throw new AppError('too_many_escapes', { limit: MAX_ESCAPES })
  }
}
