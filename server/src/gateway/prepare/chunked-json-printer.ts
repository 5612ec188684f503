// Prints a large body in pieces: escaping a text of 50 MB at once would block the event loop for a quarter of a second.
import { randomBytes } from 'node:crypto'
import { mayHoldForeign } from '@waystation/wire/chat/request/opaque'
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import type { WorkQueue } from '../../lib/work-queue.ts'

/** Longer texts are printed separately. */
const LONG_CHARACTERS = 256 * 1024
/** Of a long text, so much is printed in one turn. */
const SLICE_CHARACTERS = 4 * 1024 * 1024

export class ChunkedJsonPrinter {
  // Random, so that no caller's text can look like a placeholder.
  readonly #mark = `long text ${randomBytes(16).toString('hex')} `
  readonly #workQueue: WorkQueue
  #texts: string[] = []

  constructor(workQueue: WorkQueue) {
    this.#workQueue = workQueue
  }

  /** The body as JSON, with placeholders for long texts. */
  readonly print = (body: JsonObject): string => {
    this.#texts = []
    return JSON.stringify(body, (_name, value: Json) => (typeof value === 'string' && this.#isLong(value) ? this.#putAside(value) : value))
  }

  /** What `print` gave, as bytes, with the long texts in their places. */
  async finished(printed: string): Promise<Buffer> {
    const pieces: Buffer[] = []
    const [head = '', ...rest] = printed.split(`"${this.#mark}`)
    pieces.push(Buffer.from(head))
    for (const part of rest) {
      const end = part.indexOf('"')
      const text = this.#texts[Number(part.slice(0, end))] ?? ''
      pieces.push(Buffer.from('"'))
      for (let at = 0; at < text.length; ) {
        await this.#workQueue.next()
        const next = sliceEnd(text, at)
        pieces.push(Buffer.from(JSON.stringify(text.slice(at, next)).slice(1, -1)))
        at = next
      }
      pieces.push(Buffer.from('"'), Buffer.from(part.slice(end + 1)))
    }
    await this.#workQueue.next()
    return Buffer.concat(pieces)
  }

  /** Texts that are searched again later are not replaced. */
  #isLong(text: string): boolean {
    return text.length > LONG_CHARACTERS && !mayHoldForeign(text)
  }

  #putAside(text: string): string {
    return `${this.#mark}${this.#texts.push(text) - 1}`
  }
}

/** Where a slice ends: never between the two halves of one character. */
function sliceEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + SLICE_CHARACTERS)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
