import { awsEventStreamCutter } from './aws-event-stream.ts'
import { bytesCutter } from './bytes.ts'
import { jsonLinesCutter } from './json-lines.ts'
import { type Decode, type FrameCutter, sseCutter } from './sse.ts'

const cutters = {
  sse: sseCutter,
  'json-lines': jsonLinesCutter,
  'aws-event-stream': awsEventStreamCutter,
  bytes: bytesCutter,
} satisfies Record<string, (decode: Decode, maxFrameBytes: number) => FrameCutter>

/** How frames stand in the bytes of a stream. */
export type FramingName = keyof typeof cutters

const contentTypes: Readonly<Record<FramingName, string>> = {
  sse: 'text/event-stream',
  'json-lines': 'application/x-ndjson',
  'aws-event-stream': 'application/vnd.amazon.eventstream',
  bytes: 'application/octet-stream',
}

/** The content type by which a stream of this framing is requested. */
export function contentTypeOf(framing: FramingName): string {
  return contentTypes[framing]
}

/** Can an answer of this content type be a stream of this framing? Bytes may be anything that is not text: sound of some format, say. */
export function isFramed(framing: FramingName, contentType: string): boolean {
  return framing === 'bytes' ? !/json|text|html|xml/i.test(contentType) : contentType.includes(contentTypes[framing])
}

/** Content types that servers and proxies put on streams of events without knowing what they are. */
const UNSPECIFIC = /^\s*(?:$|text\/plain\b|application\/octet-stream\b|binary\/octet-stream\b)/i

/** Does the content type leave open what the body is, so that only its beginning can tell? */
export function mayBeEvents(contentType: string): boolean {
  return UNSPECIFIC.test(contentType)
}

/** Does a body begin as a stream of events does? A comment or a field stands first. */
export function beginsAsEvents(text: string): boolean {
  return /^\uFEFF?\s*(?::|(?:data|event|id|retry)\s*:)/.test(text)
}

/**
 * Is what the cutter has left at the end of the stream a frame like any other? A line may go without the mark of its end; an event that no
 * blank line closed may be half of one (FLT-12).
 */
export function endsAtClose(framing: FramingName): boolean {
  return framing === 'json-lines' || framing === 'bytes'
}

/**
 * Cuts the bytes of a stream of this framing into frames.
 *
 * @param maxFrameBytes a larger frame throws RangeError, so that an endless one cannot fill the memory
 */
export function frameCutter(framing: FramingName, decode: Decode, maxFrameBytes: number): FrameCutter {
  return cutters[framing](decode, maxFrameBytes)
}
