// The events of a stream as clients read them.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { isDone, sseCutter } from '@waystation/wire/encoding/sse'
import { wrong } from './fault.ts'

/** One event. */
export interface StreamEvent {
  /** Empty where the event has no name. */
  readonly name: string
  /** Absent: it is the mark of the end. */
  readonly data?: JsonObject
}

const MAX_EVENT_BYTES = 4 * 1024 * 1024

/** @throws Misfit for data that is no JSON object */
export function eventsOf(text: string): readonly StreamEvent[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const cutter = sseCutter((bytes) => decoder.decode(bytes), MAX_EVENT_BYTES)
  const frames = [...cutter.push(Buffer.from(text)), ...cutter.end()]
  return frames.flatMap((frame) => {
    const { event: name, data } = frame
    if (data === undefined) return []
    if (isDone(frame)) return [{ name }]
    const value = parseJson(data)
    if (!isObject(value)) throw wrong('data', name || 'stream', data.slice(0, 100))
    return [{ name, data: value }]
  })
}
