import { invokeStreamCutter } from '../claude/invoke-stream.ts'
import { awsEventStreamCutter } from './aws-event-stream.ts'
import { bytesCutter } from './bytes.ts'
import { jsonLinesCutter } from './json-lines.ts'
import { type Decode, type FrameCutter, sseCutter } from './sse.ts'
import { wholeJsonCutter } from './whole-json.ts'

const cutters = {
  sse: sseCutter,
  'json-lines': jsonLinesCutter,
  'aws-event-stream': awsEventStreamCutter,
  'aws-invoke-stream': invokeStreamCutter,
  bytes: bytesCutter,
  'whole-json': wholeJsonCutter,
} satisfies Record<string, (decode: Decode, maxFrameBytes: number) => FrameCutter>

/** How frames stand in the bytes of a stream. */
export type FramingName = keyof typeof cutters

const contentTypes: Readonly<Record<FramingName, string>> = {
  sse: 'text/event-stream',
  'json-lines': 'application/x-ndjson',
  'aws-event-stream': 'application/vnd.amazon.eventstream',
  'aws-invoke-stream': 'application/vnd.amazon.eventstream',
  bytes: 'application/octet-stream',
  'whole-json': 'application/json',
}

/** The content type by which a stream of this framing is requested. */
export function contentTypeOf(framing: FramingName): string {
  return contentTypes[framing]
}

/** What servers and proxies say of a stream of events whose type they do not know. */
const UNSPECIFIC = /^\s*(?:$|text\/plain\b|(?:application|binary)\/octet-stream\b)/i

/**
 * Can an answer of this content type be a stream of this framing? Bytes may be anything that is not text: sound of some format, say. Events
 * are looked for under a type that says nothing, too; a body of another kind has none.
 */
export function isFramed(framing: FramingName, contentType: string): boolean {
  if (framing === 'bytes') return !/json|text|html|xml/i.test(contentType)
  return contentType.toLowerCase().includes(contentTypes[framing]) || (framing === 'sse' && UNSPECIFIC.test(contentType))
}

/**
 * Is what the cutter has left at the end of the stream a frame like any other? A line may go without the mark of its end; an event that no
 * blank line closed may be half of one (FLT-12).
 */
export function endsAtClose(framing: FramingName): boolean {
  return framing === 'json-lines' || framing === 'bytes' || framing === 'whole-json'
}

/**
 * Cuts the bytes of a stream of this framing into frames.
 *
 * @param maxFrameBytes a larger frame throws RangeError, so that an endless one cannot fill the memory
 */
export function frameCutter(framing: FramingName, decode: Decode, maxFrameBytes: number): FrameCutter {
  return cutters[framing](decode, maxFrameBytes)
}
