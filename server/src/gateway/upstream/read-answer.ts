import type { ChatEvent } from '@waystation/wire/chat/event'
import type { FramingName } from '@waystation/wire/framing'
import type { Meter } from '../meter/meter.ts'
import type { FrameReading } from '../types.ts'
import { framesOf } from './frame-source.ts'

/** What the body of an answer says, read in one piece. */
export interface AnswerReading extends Pick<FrameReading, 'text' | 'error' | 'usage'> {
  readonly events: readonly ChatEvent[]
}

/**
 * Reads and meters an answer that has come to its end. Throws RangeError where an event of a stream is too large.
 *
 * @param framing set where the answer is a stream, of a model that gives nothing else
 */
export function readAnswer(body: Buffer, meter: Meter, framing?: FramingName): AnswerReading {
  const frames = framing === undefined ? [{ event: '', data: body.toString('utf8') }] : framesOf(body, framing)
  const events: ChatEvent[] = []
  let [text, usage]: [string, FrameReading['usage']] = ['', undefined]
  for (const frame of frames) {
    const reading = meter.push(frame)
    if (reading.error) return { text, events, error: reading.error, ...(usage && { usage }) }
    text += reading.text
    usage = reading.usage ?? usage
    events.push(...(reading.events ?? []))
  }
  events.push(...meter.end())
  return { text, events, ...(usage && { usage }) }
}
