// AWS's binary event stream (`application/vnd.amazon.eventstream`): bytes to frames. Each message is
//   total length (4 bytes) · headers length (4) · CRC-32 of these eight (4) · headers · payload · CRC-32 of all before it (4)
// with big-endian numbers. Source: AWS, "Event stream encoding" (Amazon Lex and Amazon Transcribe developer guides).
import { crc32 } from './crc32.ts'
import type { Decode, Frame, FrameCutter } from './sse.ts'

const PRELUDE_BYTES = 12
const CRC_BYTES = 4
/** A message without headers and payload. */
const MIN_MESSAGE_BYTES = PRELUDE_BYTES + CRC_BYTES

/** What the name of a frame begins with when the service reports that the operation failed in a way that its model describes. */
export const EXCEPTION_MARK = 'exception:'
/** What the name of a frame begins with when the service reports any other failure. */
export const ERROR_MARK = 'error:'

/** The bytes are no event stream, or were damaged on their way: a length or a checksum is wrong. */
export class EventStreamError extends RangeError {
  constructor(message: string) {
    super(`damaged event stream: ${message}`)
    this.name = 'EventStreamError'
  }
}

/**
 * Cuts a byte stream into frames, one for each message. `event` is the `:event-type`; of an exception `exception:` and its type; of an
 * error `error:` and its code. `data` is the payload as text; of an error `{"message": …}`. What is left at the end gives no frame, since
 * only a whole message can be checked.
 *
 * @param maxMessageBytes a message whose declared length is larger throws RangeError before its bytes are gathered
 */
export function awsEventStreamCutter(decode: Decode, maxMessageBytes: number): FrameCutter {
  return new AwsEventStreamCutter(decode, maxMessageBytes)
}

class AwsEventStreamCutter implements FrameCutter {
  readonly #decode: Decode
  readonly #maxMessageBytes: number
  /** The pieces of the message that is still open; joined once, when it is whole. */
  #open: Uint8Array[] = []
  #openBytes = 0
  /** Total length of the open message; undefined until its prelude is whole. */
  #messageBytes: number | undefined

  constructor(decode: Decode, maxMessageBytes: number) {
    this.#decode = decode
    this.#maxMessageBytes = maxMessageBytes
  }

  get pendingBytes(): number {
    return this.#openBytes
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let at = 0
    while (at < chunk.length) {
      const missing = (this.#messageBytes ?? PRELUDE_BYTES) - this.#openBytes
      const piece = chunk.subarray(at, at + missing)
      at += piece.length
      this.#open.push(piece)
      this.#openBytes += piece.length
      if (piece.length < missing) break
      if (this.#messageBytes === undefined) this.#messageBytes = this.#readPrelude()
      else frames.push(this.#readMessage())
    }
    // The chunk's buffer belongs to the caller and may be reused.
    this.#open = this.#open.map((piece) => (piece.buffer === chunk.buffer ? piece.slice() : piece))
    return frames
  }

  end(): Frame[] {
    this.#take()
    return []
  }

  #readPrelude(): number {
    const prelude = joined(this.#open, PRELUDE_BYTES)
    this.#open = [prelude]
    const view = viewOf(prelude)
    const [total, headers] = [view.getUint32(0), view.getUint32(4)]
    if (view.getUint32(8) !== crc32(prelude.subarray(0, 8))) throw new EventStreamError('the checksum of a prelude is wrong')
    if (total < MIN_MESSAGE_BYTES || headers > total - MIN_MESSAGE_BYTES) throw new EventStreamError('a length is impossible')
    if (total > this.#maxMessageBytes) throw new RangeError(`an event exceeds ${this.#maxMessageBytes} bytes`)
    return total
  }

  #readMessage(): Frame {
    const raw = this.#take()
    const view = viewOf(raw)
    const end = raw.length - CRC_BYTES
    if (view.getUint32(end) !== crc32(raw.subarray(0, end))) throw new EventStreamError('the checksum of a message is wrong')
    const headersEnd = PRELUDE_BYTES + view.getUint32(4)
    const headers = textHeaders(raw.subarray(PRELUDE_BYTES, headersEnd), this.#decode)
    return frameOf(headers, this.#decode(raw.subarray(headersEnd, end)), raw)
  }

  #take(): Uint8Array {
    const message = joined(this.#open, this.#openBytes)
    this.#open = []
    this.#openBytes = 0
    this.#messageBytes = undefined
    return message
  }
}

function frameOf(headers: ReadonlyMap<string, string>, payload: string, raw: Uint8Array): Frame {
  switch (headers.get(':message-type')) {
    case 'exception':
      return { event: EXCEPTION_MARK + (headers.get(':exception-type') ?? ''), data: payload, raw }
    case 'error':
      return {
        event: ERROR_MARK + (headers.get(':error-code') ?? ''),
        data: JSON.stringify({ message: headers.get(':error-message') ?? payload }),
        raw,
      }
    default:
      return { event: headers.get(':event-type') ?? '', data: payload, raw }
  }
}

const TEXT_TYPE = 7
/**
 * Bytes of a value by its type: true, false, byte, short, integer, long; bytes and text (a length of two bytes is before them); timestamp,
 * UUID.
 */
const valueBytes: readonly (number | 'counted')[] = [0, 0, 1, 2, 4, 8, 'counted', 'counted', 8, 16]

/** The headers whose values are texts; the others are checked for their length and left out. */
function textHeaders(bytes: Uint8Array, decode: Decode): Map<string, string> {
  const view = viewOf(bytes)
  const headers = new Map<string, string>()
  let at = 0
  function take(count: number): number {
    if (at + count > bytes.length) throw new EventStreamError('a header is cut off')
    at += count
    return at - count
  }
  while (at < bytes.length) {
    const nameBytes = view.getUint8(take(1))
    const nameAt = take(nameBytes)
    const type = view.getUint8(take(1))
    const size = valueBytes[type]
    if (size === undefined) throw new EventStreamError(`a header has the unknown type ${type}`)
    const length = size === 'counted' ? view.getUint16(take(2)) : size
    const valueAt = take(length)
    if (type === TEXT_TYPE) headers.set(decode(bytes.subarray(nameAt, nameAt + nameBytes)), decode(bytes.subarray(valueAt, at)))
  }
  return headers
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const only = pieces.length === 1 ? pieces[0] : undefined
  if (only !== undefined) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
