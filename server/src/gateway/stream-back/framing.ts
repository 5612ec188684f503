// How frames stand in the bytes of a stream: as server-sent events, or, for callers of Gemini's dialect that do not request those, as the
// elements of one JSON array.
import { type Frame, printComment, printFrame } from '@waystation/wire/encoding/sse'

export interface Framing {
  readonly headers: Readonly<Record<string, string>>
  /** The frames as bytes: as they came where they came from the vendor in this framing, else printed. One piece for all. */
  bytes(frames: readonly Frame[]): Uint8Array
  /** The last bytes: these frames, and what closes the stream. Undefined: nothing more is sent. */
  end(frames: readonly Frame[]): Uint8Array | undefined
  /** The last bytes, where a failure stands outside of the frames. */
  bare(frames: readonly Frame[]): Uint8Array | undefined
  /** A keep-alive without content. */
  readonly ping: string
}

const noCaching = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' } as const

/** Server-sent events. One instance for all streams: it has no state. */
export const eventStream: Framing = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8', ...noCaching },
  bytes(frames) {
    const [only] = frames
    // Nearly every event of a stream comes alone.
    return frames.length === 1 && only ? bytesOf(only) : Buffer.concat(frames.map(bytesOf))
  },
  end: (frames) => (frames.length > 0 ? eventStream.bytes(frames) : undefined),
  // Some clients look between the frames, others in them; the bare line is none of the format's fields, so the others pass over it.
  bare: (frames) => Buffer.concat([eventStream.bytes(frames), Buffer.from(`${frames.map((frame) => frame.data ?? '').join('\n')}\n`)]),
  ping: printComment('PING'),
}

function bytesOf({ raw, event, data = '' }: Frame): Uint8Array {
  return raw ?? Buffer.from(printFrame({ event, data }))
}

/** The elements of one JSON array, each as soon as it arrives. One instance per stream: it tracks whether an element is the first. */
export function jsonArray(): Framing {
  let hasBegun = false
  const text = (frames: readonly Frame[]): string => {
    const items = frames.flatMap((frame) => (frame.data === undefined ? [] : [frame.data]))
    if (items.length === 0) return ''
    const opening = hasBegun ? ',\n' : '['
    hasBegun = true
    return opening + items.join(',\n')
  }
  const framing: Framing = {
    headers: { 'content-type': 'application/json; charset=utf-8', ...noCaching },
    bytes: (frames) => Buffer.from(text(frames)),
    end(frames) {
      const last = text(frames)
      return Buffer.from(hasBegun ? `${last}]` : '[]')
    },
    // An element like any other: the array is one answer, and must be whole to be read.
    bare: (frames) => framing.end(frames),
    ping: '\n',
  }
  return framing
}
