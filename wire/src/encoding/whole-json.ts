// One value of JSON that is the whole body, read as a stream of one frame.
import type { Decode, Frame, FrameCutter } from './sse.ts'

/** Gives the body as one frame when it has ended. @param maxBytes a larger one throws RangeError, so that it cannot fill the memory */
export function wholeJsonCutter(decode: Decode, maxBytes: number): FrameCutter {
  const pieces: Uint8Array[] = []
  let size = 0
  return {
    push(chunk) {
      size += chunk.length
      if (size > maxBytes) throw new RangeError(`a body exceeds ${maxBytes} bytes`)
      pieces.push(chunk.slice())
      return []
    },
    end(): Frame[] {
      const body = new Uint8Array(size)
      let at = 0
      for (const piece of pieces) {
        body.set(piece, at)
        at += piece.length
      }
      const data = decode(body).trim()
      return data === '' ? [] : [{ event: '', data }]
    },
    get pendingBytes() {
      return size
    },
  }
}
