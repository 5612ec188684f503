// JSON with very long texts in it, such as a film in base64, as it comes in: it is never held whole.
import { Transform, type TransformCallback } from 'node:stream'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
/** Longer texts are no names of fields. */
const MAX_NAME_BYTES = 128

/** Goes through JSON and tells which of its bytes are in texts. */
abstract class TextScan extends Transform {
  #isInText = false
  #isEscaped = false
  #isValue = false
  #name = ''
  #last: number[] = []

  /** The name of the field whose text the scan is in; empty: it is a name itself, or stands in a list. */
  protected get field(): string {
    return this.#isValue ? this.#name : ''
  }

  /** Bytes of a text, without its quotes. */
  protected abstract inText(bytes: Buffer): void
  protected abstract textEnded(): void
  /** Bytes between texts, with the quotes. */
  protected abstract between(bytes: Buffer): void

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (!this.#isInText) {
        if (byte === QUOTE) {
          this.between(chunk.subarray(from, at + 1))
          from = at + 1
          this.#begin()
        } else if (byte > 0x20) this.#isValue = byte === COLON
      } else if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) {
        this.#pass(chunk.subarray(from, at))
        from = at
        this.#end()
      }
    }
    const rest = chunk.subarray(from)
    if (rest.length > 0) {
      if (this.#isInText) this.#pass(rest)
      else this.between(rest)
    }
    done()
  }

  #begin(): void {
    this.#isInText = true
    this.#last = []
  }

  #pass(bytes: Buffer): void {
    if (!this.#isValue && this.#last.length < MAX_NAME_BYTES) this.#last.push(...bytes.subarray(0, MAX_NAME_BYTES))
    this.inText(bytes)
  }

  #end(): void {
    this.#isInText = false
    if (!this.#isValue) this.#name = Buffer.from(this.#last).toString('utf8')
    this.#isValue = false
    this.textEnded()
  }
}

/** The same JSON, with the beginning only of texts that are longer. */
export class ShortTexts extends TextScan {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  /** @param maxBytes of a text */
  constructor(maxBytes: number) {
    super()
    this.#maxBytes = maxBytes
  }

  protected override inText(bytes: Buffer): void {
    const wasLong = this.#bytes > this.#maxBytes
    this.#bytes += bytes.length
    if (wasLong) return
    this.#parts.push(bytes)
    if (this.#bytes <= this.#maxBytes) return
    const beginning = Buffer.concat(this.#parts).subarray(0, this.#maxBytes)
    // It may not be cut within an escape.
    const backslash = beginning.indexOf(BACKSLASH)
    this.#parts = [backslash < 0 ? beginning : beginning.subarray(0, backslash)]
  }

  protected override textEnded(): void {
    for (const part of this.#parts) if (part.length > 0) this.push(part)
    this.#parts = []
    this.#bytes = 0
  }

  protected override between(bytes: Buffer): void {
    this.push(bytes)
  }
}

/** The longest escape in JSON, such as `\u003d`. */
const ESCAPE_BYTES = 6

/** The bytes that the first text of this name is in base64. Fails where there is none. */
export class Base64Text extends TextScan {
  readonly #wanted: string
  /** Text whose end may be the beginning of an escape. */
  #unread = ''
  /** Fewer letters than make whole bytes. */
  #rest = ''
  #isFound = false
  #isOver = false

  /** @param name of the field */
  constructor(name: string) {
    super()
    this.#wanted = name
  }

  protected override inText(bytes: Buffer): void {
    if (this.#isOver || this.field !== this.#wanted) return
    this.#isFound = true
    const text = this.#unread + bytes.toString('latin1')
    const backslash = text.lastIndexOf('\\')
    const end = backslash >= 0 && text.length - backslash < ESCAPE_BYTES ? backslash : text.length
    this.#unread = text.slice(end)
    this.#decode(text.slice(0, end))
  }

  protected override textEnded(): void {
    if (!this.#isFound || this.#isOver) return
    this.#isOver = true
    this.#decode(this.#unread)
    if (this.#rest !== '') this.push(Buffer.from(this.#rest, 'base64'))
  }

  protected override between(): void {}

  override _flush(done: TransformCallback): void {
    done(this.#isOver ? null : new Error(`the text ${this.#wanted} is not there, or breaks off`))
  }

  #decode(text: string): void {
    const letters = this.#rest + (text.includes('\\') ? unescaped(text) : text)
    const whole = letters.length - (letters.length % 4)
    this.#rest = letters.slice(whole)
    if (whole > 0) this.push(Buffer.from(letters.slice(0, whole), 'base64'))
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replaceAll('\\/', '/')
