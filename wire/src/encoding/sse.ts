// Server-sent events: bytes to frames and frames to bytes. The only place that knows the framing.
// Cutting is done on bytes, so a code point split over two chunks is never broken; a frame keeps its raw bytes for passthrough and
// decodes its text only on demand. Source: the event stream section of the HTML standard.

/** One event of a stream. `raw` ends with what closed it: a blank line, or the line end of a framing by lines. */
export interface Frame {
  /** The event's name, empty when it has none. */
  readonly event: string
  /** The data lines, joined by line feeds; undefined when the frame has none (a comment, a bare id). */
  readonly data: string | undefined
  /** The bytes as they came in; absent on frames that we made. */
  readonly raw?: Uint8Array
}

/** The data that ends a stream of OpenAI's dialects. */
export const DONE = '[DONE]'

/** Is this the frame that ends a stream of OpenAI's dialects? */
export function isDone(frame: Frame): boolean {
  return frame.data !== undefined && frame.data.trim() === DONE
}

/**
 * Turns bytes into text: `new TextDecoder('utf-8', { ignoreBOM: true })` where it exists, since only the stream's first mark may be
 * dropped; handed in because this package has no platform.
 */
export type Decode = (bytes: Uint8Array) => string

/** Does a body begin as a stream of events does, whatever its content type says? */
export function looksLikeEvents(beginning: string): boolean {
  return /^\uFEFF?\s*(?::|(?:data|event|id|retry)\s*:)/.test(beginning)
}

/** Turns the bytes of a stream into frames, however they are cut into chunks. A chunk's buffer may be reused after `push`. */
export interface FrameCutter {
  /**
   * Frames completed by this chunk, in order; their `raw` may be a view of the chunk. Throws RangeError when one grows beyond the limit.
   */
  push(chunk: Uint8Array): Frame[]
  /**
   * The stream is over: the frame that was begun and never closed, if it has any data; some vendors forget the last line end. It may be cut
   * in the middle, and it has no `raw`, since its bytes do not end as a frame does.
   */
  end(): Frame[]
  /** Bytes of a frame that was begun and never closed. */
  readonly pendingBytes: number
}

const LF = 10
const CR = 13
const SPACE = 32
const COLON = 58
const BYTE_ORDER_MARK = 0xfeff
/** Room for the beginning of an event that a chunk ends in; a buffer that grew beyond the larger size is not kept for the next event. */
const MIN_PENDING_BYTES = 1024
const MAX_KEPT_BYTES = 64 * 1024

/**
 * Cuts a byte stream into frames. Lines may end in LF, CRLF or CR, mixed; a byte order mark before the first line is dropped.
 *
 * @param maxEventBytes an event larger than this throws, so that one endless line cannot fill the memory
 */
export function sseCutter(decode: Decode, maxEventBytes: number): FrameCutter {
  return new EventCutter(decode, maxEventBytes)
}

/** Every byte is looked at once, in the chunk that it came in; only an event that stands in several chunks is copied. */
class EventCutter implements FrameCutter {
  readonly #decode: Decode
  readonly #maxEventBytes: number
  /** The event that goes on: a copy, since the chunk's buffer may be reused. */
  #pending: Uint8Array = new Uint8Array(0)
  #pendingBytes = 0
  #isAtLineStart = true
  /** A CR that ended the last chunk may be the first half of a CRLF: the LF then belongs to the line that is already over. */
  #mayContinueLineEnd = false
  #isFirst = true
  /** Has the stream had a CR? Most have none, and their lines are easier to find. */
  #hasReturns = false
  /** The next CR of the chunk that is being cut; -1: there is none. */
  #nextReturn = -1

  constructor(decode: Decode, maxEventBytes: number) {
    this.#decode = decode
    this.#maxEventBytes = maxEventBytes
  }

  get pendingBytes(): number {
    return this.#pendingBytes
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let at = this.#continuesLineEnd(chunk) ? 1 : 0
    // The second half of a CRLF is dropped between events. Within one it stays: bytes that are passed on would lack a line end.
    let begin = this.#pendingBytes === 0 ? at : 0
    this.#nextReturn = chunk.indexOf(CR, at)
    if (this.#nextReturn >= 0) this.#hasReturns = true
    for (let end = this.#lineEnd(chunk, at); end < chunk.length; end = this.#lineEnd(chunk, at)) {
      const isBlank = this.#isAtLineStart && end === at
      at = this.#afterLineEnd(chunk, end)
      this.#isAtLineStart = true
      if (!isBlank) continue
      frames.push(this.#frame(this.#taken(chunk, begin, at)))
      begin = at
    }
    if (at < chunk.length) this.#isAtLineStart = false
    if (begin < chunk.length) this.#keep(chunk, begin)
    return frames
  }

  end(): Frame[] {
    if (this.#pendingBytes === 0) return []
    const { event, data } = this.#frame(this.#pending.subarray(0, this.#pendingBytes))
    this.#pendingBytes = 0
    this.#isAtLineStart = true
    return data === undefined ? [] : [{ event, data }]
  }

  #continuesLineEnd(chunk: Uint8Array): boolean {
    if (!this.#mayContinueLineEnd || chunk.length === 0) return false
    this.#mayContinueLineEnd = false
    return chunk[0] === LF
  }

  /** The place of the next line end; the chunk's length where there is none. `indexOf` runs in native code. */
  #lineEnd(chunk: Uint8Array, from: number): number {
    if (from === chunk.length || chunk[from] === LF) return from
    const lineFeed = chunk.indexOf(LF, from)
    if (this.#nextReturn >= 0 && this.#nextReturn < from) this.#nextReturn = chunk.indexOf(CR, from)
    const end = lineFeed < 0 ? chunk.length : lineFeed
    return this.#nextReturn < 0 ? end : Math.min(end, this.#nextReturn)
  }

  #afterLineEnd(chunk: Uint8Array, end: number): number {
    const next = end + 1
    if (chunk[end] === LF) return next
    if (next === chunk.length) this.#mayContinueLineEnd = true
    return chunk[next] === LF ? next + 1 : next
  }

  /** The bytes of a whole event: what earlier chunks had of it, and this chunk's. */
  #taken(chunk: Uint8Array, begin: number, end: number): Uint8Array {
    if (this.#pendingBytes === 0) return begin === 0 && end === chunk.length ? chunk : chunk.subarray(begin, end)
    const event = new Uint8Array(this.#pendingBytes + end - begin)
    event.set(this.#pending.subarray(0, this.#pendingBytes))
    event.set(chunk.subarray(begin, end), this.#pendingBytes)
    this.#pendingBytes = 0
    if (this.#pending.length > MAX_KEPT_BYTES) this.#pending = new Uint8Array(0)
    return event
  }

  #keep(chunk: Uint8Array, begin: number): void {
    const length = this.#pendingBytes + chunk.length - begin
    if (length > this.#maxEventBytes) throw new RangeError(`an event exceeds ${this.#maxEventBytes} bytes`)
    if (length > this.#pending.length) {
      const larger = new Uint8Array(Math.max(MIN_PENDING_BYTES, 2 * length))
      larger.set(this.#pending.subarray(0, this.#pendingBytes))
      this.#pending = larger
    }
    this.#pending.set(begin === 0 ? chunk : chunk.subarray(begin), this.#pendingBytes)
    this.#pendingBytes = length
  }

  #frame(raw: Uint8Array): Frame {
    let text = this.#decode(raw)
    if (this.#isFirst && text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1)
    this.#isFirst = false
    return readFrame(text, this.#hasReturns, raw)
  }
}

/** @param mayHaveReturns may a line of the text end in a CR? The second half of a CRLF reads as one more line, which is empty. */
function readFrame(text: string, mayHaveReturns: boolean, raw: Uint8Array): Frame {
  let event = ''
  let data: string | undefined
  for (let at = 0; at < text.length; ) {
    const lineFeed = text.indexOf('\n', at)
    const carriageReturn = mayHaveReturns ? text.indexOf('\r', at) : -1
    let end = lineFeed < 0 ? text.length : lineFeed
    if (carriageReturn >= 0 && carriageReturn < end) end = carriageReturn
    if (isField(text, 'data', at, end)) {
      const value = fieldValue(text, at + 4, end)
      data = data === undefined ? value : `${data}\n${value}`
    } else if (isField(text, 'event', at, end)) event = fieldValue(text, at + 5, end)
    at = end + 1
  }
  return { event, data, raw }
}

function isField(text: string, name: string, at: number, end: number): boolean {
  if (!text.startsWith(name, at)) return false
  const after = at + name.length
  return after === end || text.charCodeAt(after) === COLON
}

/** The value of the field whose name ends at `colon`: without the colon and one space after it. A name alone has an empty value. */
function fieldValue(text: string, colon: number, end: number): string {
  const begin = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1
  return begin < end ? text.slice(begin, end) : ''
}

/** The text of a frame that we made, closed by its blank line. */
export function printFrame(frame: { event?: string; data: string }): string {
  const name = frame.event ? `event: ${frame.event}\n` : ''
  if (!frame.data.includes('\n')) return `${name}data: ${frame.data}\n\n`
  return `${name}${frame.data
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`
}

/** A comment line, which every client must ignore: keeps a silent connection alive. */
export function printComment(text: string): string {
  return `: ${text}\n\n`
}
