// What is kept of JSON that is read as it comes.

/** A value, as far as it was kept. */
export interface KeptJson {
  /** Empty where nothing came; undefined where it has more than may be kept. */
  readonly text: string | undefined
  /** Was some of it left out? */
  readonly isCut: boolean
}

const FIRST_BYTES = 4096

/** Bytes that are kept: copied, so that the pieces that they came in are not. */
export class Kept {
  readonly #most: number
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0
  #isTooLarge = false
  isCut = false

  constructor(most: number) {
    this.#most = most
  }

  add(piece: Buffer, from: number, to: number): void {
    if (this.#isTooLarge) return
    const length = this.#length + to - from
    if (length > this.#most) {
      this.#isTooLarge = true
      return
    }
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    piece.copy(this.#bytes, this.#length, from, to)
    this.#length = length
  }

  told(): KeptJson {
    const text = this.#isTooLarge ? undefined : this.#bytes.toString('utf8', 0, this.#length)
    const { isCut } = this
    this.#length = 0
    this.#isTooLarge = false
    this.isCut = false
    return { text, isCut: isCut || text === undefined }
  }

  /** A copy: the next bytes are written where these are. */
  taken(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }
}
