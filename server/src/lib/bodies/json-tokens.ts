// The tokens of JSON as its bytes come in, in pieces that may end anywhere. Whether it is JSON at all, the parser of what is kept of it finds.

/** `escape` begins with its backslash; `escape-rest` goes on with one whose beginning came before. `other`: numbers, words and blanks. */
export type JsonToken = 'open' | 'close' | 'comma' | 'colon' | 'quote' | 'text' | 'escape' | 'escape-rest' | 'other'

/** Told a token, and where it stands in the piece: from here up to before there. */
export type TakeToken = (token: JsonToken, piece: Buffer, from: number, to: number) => void

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Of `\u003d`. */
const LETTER_U = 0x75
const DIGITS = 4
/** The letter behind a backslash has not come yet. */
const NO_LETTER = -1

const structure: readonly (JsonToken | undefined)[] = Array.from({ length: 256 }, (_none, byte) => {
  const found: Readonly<Record<string, JsonToken>> = {
    ...{ '{': 'open', '[': 'open', '}': 'close', ']': 'close' },
    ...{ ',': 'comma', ':': 'colon', '"': 'quote' },
  }
  return found[String.fromCharCode(byte)]
})

export class JsonTokens {
  readonly #take: TakeToken
  #isInText = false
  /** Bytes of an escape that are to come. */
  #escapeLeft = 0
  /** Where the next ones are in the piece that is read; its length where there are none. */
  #quoteAt = -1
  #backslashAt = -1

  constructor(take: TakeToken) {
    this.#take = take
  }

  push(piece: Buffer): void {
    this.#quoteAt = -1
    this.#backslashAt = -1
    let at = 0
    while (at < piece.length) at = this.#isInText ? this.#text(piece, at) : this.#between(piece, at)
  }

  /** Begins anew, wherever the last value broke off. */
  reset(): void {
    this.#isInText = false
    this.#escapeLeft = 0
  }

  #between(piece: Buffer, begin: number): number {
    let from = begin
    for (let at = begin; at < piece.length; at++) {
      const token = structure[piece[at] ?? 0]
      if (token === undefined) continue
      if (at > from) this.#take('other', piece, from, at)
      from = at + 1
      this.#isInText = token === 'quote'
      this.#take(token, piece, at, from)
      if (this.#isInText) return from
    }
    if (piece.length > from) this.#take('other', piece, from, piece.length)
    return piece.length
  }

  #text(piece: Buffer, at: number): number {
    if (this.#escapeLeft !== 0) return this.#escape('escape-rest', piece, at, at)
    if (this.#quoteAt < at) this.#quoteAt = indexIn(piece, QUOTE, at)
    if (this.#backslashAt < at) this.#backslashAt = indexIn(piece, BACKSLASH, at)
    const end = Math.min(this.#quoteAt, this.#backslashAt)
    if (end > at) this.#take('text', piece, at, end)
    if (end === piece.length) return end
    if (end === this.#backslashAt) {
      this.#escapeLeft = NO_LETTER
      return this.#escape('escape', piece, end, end + 1)
    }
    this.#isInText = false
    this.#take('quote', piece, end, end + 1)
    return end + 1
  }

  /** @param known what of it is read already ends here */
  #escape(token: JsonToken, piece: Buffer, from: number, known: number): number {
    let to = known
    if (this.#escapeLeft === NO_LETTER && to < piece.length) {
      this.#escapeLeft = piece[to] === LETTER_U ? DIGITS : 0
      to += 1
    }
    if (this.#escapeLeft > 0) {
      const more = Math.min(this.#escapeLeft, piece.length - to)
      this.#escapeLeft -= more
      to += more
    }
    this.#take(token, piece, from, to)
    return to
  }
}

function indexIn(piece: Buffer, byte: number, from: number): number {
  const found = piece.indexOf(byte, from)
  return found < 0 ? piece.length : found
}
