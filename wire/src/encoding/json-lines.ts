// Newline-delimited JSON: bytes to frames, one line each. Cutting is done on bytes, so a code point split over two chunks is never broken.
import type { Decode, Frame, FrameCutter } from './sse.ts'

const LF = 10

/**
 * Cuts a byte stream into frames whose `data` is one line, without its line end and the blanks around it. Empty lines give no frame.
 *
 * @param maxLineBytes a longer line throws RangeError, so that one endless line cannot fill the memory
 */
export function jsonLinesCutter(decode: Decode, maxLineBytes: number): FrameCutter {
  return new JsonLinesCutter(decode, maxLineBytes)
}

class JsonLinesCutter implements FrameCutter {
  readonly #decode: Decode
  readonly #maxLineBytes: number
  /** The pieces of the line that is still open; joined once, when it ends. */
  #open: Uint8Array[] = []
  #openBytes = 0

  constructor(decode: Decode, maxLineBytes: number) {
    this.#decode = decode
    this.#maxLineBytes = maxLineBytes
  }

  get pendingBytes(): number {
    return this.#openBytes
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let begin = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, begin)) {
      this.#keep(chunk.subarray(begin, end + 1))
      begin = end + 1
      const raw = this.#takeOpen()
      const data = this.#textOf(raw)
      if (data !== '') frames.push({ event: '', data, raw })
    }
    if (begin < chunk.length) this.#keep(chunk.slice(begin))
    return frames
  }

  end(): Frame[] {
    const data = this.#textOf(this.#takeOpen())
    return data === '' ? [] : [{ event: '', data }]
  }

  #keep(piece: Uint8Array): void {
    this.#openBytes += piece.length
    if (this.#openBytes > this.#maxLineBytes) throw new RangeError(`a line exceeds ${this.#maxLineBytes} bytes`)
    this.#open.push(piece)
  }

  #takeOpen(): Uint8Array {
    const pieces = this.#open
    const size = this.#openBytes
    this.#open = []
    this.#openBytes = 0
    const only = pieces[0]
    if (pieces.length === 1 && only !== undefined) return only
    const line = new Uint8Array(size)
    let at = 0
    for (const piece of pieces) {
      line.set(piece, at)
      at += piece.length
    }
    return line
  }

  /** Blanks around a line mean nothing in JSON, and neither does a byte order mark, which counts as one here. */
  #textOf(line: Uint8Array): string {
    return this.#decode(line).trim()
  }
}
