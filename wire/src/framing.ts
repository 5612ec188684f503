import { awsEventStreamCutter } from './aws-event-stream.ts'
import { jsonLinesCutter } from './json-lines.ts'
import { type Decode, type FrameCutter, sseCutter } from './sse.ts'

const cutters = {
  sse: sseCutter,
  'json-lines': jsonLinesCutter,
  'aws-event-stream': awsEventStreamCutter,
} satisfies Record<string, (decode: Decode, maxFrameBytes: number) => FrameCutter>

/** How frames stand in the bytes of a stream. */
export type FramingName = keyof typeof cutters

const contentTypes: Readonly<Record<FramingName, string>> = {
  sse: 'text/event-stream',
  'json-lines': 'application/x-ndjson',
  'aws-event-stream': 'application/vnd.amazon.eventstream',
}

/** The content type of a stream of this framing. */
export function contentTypeOf(framing: FramingName): string {
  return contentTypes[framing]
}

/**
 * Cuts the bytes of a stream of this framing into frames.
 *
 * @param maxFrameBytes a larger frame throws RangeError, so that an endless one cannot fill the memory
 */
export function frameCutter(framing: FramingName, decode: Decode, maxFrameBytes: number): FrameCutter {
  return cutters[framing](decode, maxFrameBytes)
}
