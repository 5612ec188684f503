// How the laws read: frames in, events out, and bytes that are cut anywhere.
import type { VendorDialect } from '../src/chat/dialect.ts'
import type { ChatEvent } from '../src/chat/reply/event.ts'
import { type FramingName, frameCutter } from '../src/encoding/framing.ts'
import type { Json } from '../src/encoding/json.ts'
import type { Frame } from '../src/encoding/sse.ts'

export const frameOf = (value: Json): Frame => ({ event: '', data: JSON.stringify(value) })

/** The events of a reply's frames. */
export function eventsOf(dialect: Pick<VendorDialect, 'replyReader'>, frames: readonly Frame[], stream = true): ChatEvent[] {
  const reader = dialect.replyReader({ stream })
  return [...frames.flatMap((frame) => reader.push(frame)), ...reader.end()]
}

/** The events of a whole reply. */
export const wholeEvents = (dialect: VendorDialect, body: Json): ChatEvent[] => eventsOf(dialect, [frameOf(body)], false)

/** The bytes cut into pieces of these sizes, over and over, and put into frames. */
export function cut(framing: FramingName, bytes: Uint8Array, sizes: readonly number[]): Frame[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const cutter = frameCutter(framing, (piece) => decoder.decode(piece), 1_000_000)
  const frames: Frame[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    frames.push(...cutter.push(bytes.slice(at, at + size)).map(({ event, data }) => ({ event, data })))
    at += size
  }
  return [...frames, ...cutter.end()]
}
