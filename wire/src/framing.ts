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

/**
 * Cuts the bytes of a stream of this framing into frames.
 *
 * @param maxFrameBytes a larger frame throws RangeError, so that an endless one cannot fill the memory
 */
export function frameCutter(framing: FramingName, decode: Decode, maxFrameBytes: number): FrameCutter {
  return cutters[framing](decode, maxFrameBytes)
}
