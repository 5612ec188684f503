import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { looksLikeEvents } from '@waystation/wire/encoding/sse'
import type { Attempt } from '../attempt.ts'
import type { Meter } from '../meter/meter.ts'
import type { FrameReading } from '../reply.ts'
import type { Call } from '../types.ts'
import { framesOf } from './frame-source.ts'
import { framingOf } from './upstream-call.ts'

/** As much of a body tells a stream of events from a whole answer. */
const MAX_PEEKED = 100

/** What the body of an answer says, read in one piece. */
export interface AnswerReading extends Pick<FrameReading, 'text' | 'error' | 'usage' | 'mended'> {
  readonly events: readonly ChatEvent[]
}

/**
 * Reads and meters an answer that has come to its end: a whole one, or the stream of a model that gives nothing else.
 * Throws RangeError where an event of a stream is too large.
 */
export function readAnswer(body: Buffer, meter: Meter, call: Call, attempt: Attempt): AnswerReading {
  const isStream = attempt.reply === 'collect' || (attempt.isInEvents === true && looksLikeEvents(body.toString('utf8', 0, MAX_PEEKED)))
  const frames = isStream ? framesOf(body, framingOf(call, attempt)) : [{ event: '', data: body.toString('utf8') }]
  const events: ChatEvent[] = []
  let [text, usage, mended]: [string, FrameReading['usage'], string | undefined] = ['', undefined, undefined]
  for (const frame of frames) {
    const reading = meter.push(frame)
    if (reading.error) return { text, events, error: reading.error, ...(usage && { usage }) }
    text += reading.text
    mended = reading.mended
    usage = reading.usage ?? usage
    events.push(...(reading.events ?? []))
  }
  events.push(...meter.end())
  return { text, events, ...(usage && { usage }), ...(mended !== undefined && { mended }) }
}
