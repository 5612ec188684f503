// Server-sent events: bytes to frames and frames to bytes. The only place that knows the framing.
// Cutting is done on bytes, so a code point split over two chunks is never broken; a frame keeps its raw bytes for passthrough and
// decodes its text only when somebody asks. Source: the event stream section of the HTML standard.

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

/** Turns bytes into text: `new TextDecoder('utf-8', { ignoreBOM: true })` where it exists, since only the stream's first mark may be dropped; handed in because this package has no platform. */
export type Decode = (bytes: Uint8Array) => string

/** Turns the bytes of a stream into frames, however they are cut into chunks. A chunk's buffer may be reused after `push`. */
export interface FrameCutter {
  /** Frames completed by this chunk, in order; their `raw` may be a view of the chunk. Throws RangeError when one grows beyond the limit. */
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

/**
 * Cuts a byte stream into frames. Lines may end in LF, CRLF or CR, mixed; a byte order mark before the first line is dropped.
 *
 * @param maxEventBytes an event larger than this throws, so that one endless line cannot fill the memory
 */
export function sseCutter(decode: Decode, maxEventBytes: number): FrameCutter {
  let pending: Uint8Array = new Uint8Array(0)
  // Where in `pending` the search goes on, and whether the byte before it ended a line.
  let scanned = 0
  let atLineStart = true
  let isFirst = true
  // A CR that ended the last chunk may be the first half of a CRLF: the LF then belongs to the line that is already over.
  let skipLineFeed = false

  function push(chunk: Uint8Array): Frame[] {
    // The other half of a CRLF ends nothing more. Within an event it stays among the bytes: without it those that are passed on would have
    // one line end less where another follows.
    const isHalf = skipLineFeed && chunk[0] === LF
    if (chunk.length > 0) skipLineFeed = false
    const isDropped = isHalf && pending.length === 0
    const fresh = isDropped ? chunk.subarray(1) : chunk
    const bytes = pending.length === 0 ? fresh : joined(pending, fresh)

    const frames: Frame[] = []
    let begin = 0
    let at = scanned + (isHalf && !isDropped ? 1 : 0)
    const nextLineEnd = lineEnds(bytes)
    while (at < bytes.length) {
      const byte = bytes[at]
      if (byte !== LF && byte !== CR) {
        atLineStart = false
        at = nextLineEnd(at + 1)
        continue
      }
      let next = at + 1
      if (byte === CR) {
        if (next < bytes.length) {
          if (bytes[next] === LF) next += 1
        } else {
          skipLineFeed = true
        }
      }
      if (atLineStart) {
        const raw = bytes.subarray(begin, next)
        const frame = readFrame(raw, decode, isFirst)
        isFirst = false
        frames.push(frame)
        begin = next
      }
      atLineStart = true
      at = next
    }

    pending = begin === 0 ? bytes : bytes.subarray(begin)
    scanned = at - begin
    if (pending.length > maxEventBytes) throw new RangeError(`an event exceeds ${maxEventBytes} bytes`)
    // The chunk's buffer belongs to the caller and may be reused; what stays is copied when it is a view of it.
    if (pending.length > 0 && pending.buffer === chunk.buffer) pending = pending.slice()
    return frames
  }

  return {
    push,
    end() {
      if (pending.length === 0) return []
      const { event, data } = readFrame(pending, decode, isFirst)
      pending = new Uint8Array(0)
      scanned = 0
      atLineStart = true
      return data === undefined ? [] : [{ event, data }]
    },
    get pendingBytes() {
      return pending.length
    },
  }
}

/** Finds the next line end from a place on; `indexOf` runs in native code, and most streams have no CR to look for again. */
function lineEnds(bytes: Uint8Array): (from: number) => number {
  let carriageReturn = -1
  let isWithoutReturns = false
  return (from) => {
    const lineFeed = bytes.indexOf(LF, from)
    if (!isWithoutReturns && carriageReturn < from) {
      carriageReturn = bytes.indexOf(CR, from)
      isWithoutReturns = carriageReturn < 0
    }
    if (isWithoutReturns) return lineFeed < 0 ? bytes.length : lineFeed
    return lineFeed < 0 ? carriageReturn : Math.min(lineFeed, carriageReturn)
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function readFrame(raw: Uint8Array, decode: Decode, isFirst: boolean): Frame {
  let text = decode(raw)
  if (isFirst && text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  let event = ''
  let data: string | undefined
  for (const line of linesOf(text)) {
    if (line === '' || line.startsWith(':')) continue
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1)
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (field === 'event') event = value
  }
  return { event, data, raw }
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
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
