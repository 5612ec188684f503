// Bytes without frames, such as audio: each chunk is passed on as it came in.
import type { Decode, Frame, FrameCutter } from './sse.ts'

/** The name of the frame that marks an orderly end of the bytes. No chunk has a name. */
const END = 'end'

/** Is this the frame behind the last byte? It has no bytes of its own. */
export function isEndOfBytes({ event }: Frame): boolean {
  return event === END
}

/** Gives each chunk as one frame without text, and one more frame once the bytes have ended in order; none where there were no bytes. */
export function bytesCutter(_decode: Decode, maxChunkBytes: number): FrameCutter {
  let hasBytes = false
  return {
    push(chunk) {
      if (chunk.length > maxChunkBytes) throw new RangeError(`a chunk exceeds ${maxChunkBytes} bytes`)
      if (chunk.length === 0) return []
      hasBytes = true
      return [{ event: '', data: '', raw: chunk }]
    },
    end: () => (hasBytes ? [{ event: END, data: '', raw: new Uint8Array(0) }] : []),
    pendingBytes: 0,
  }
}
