import { isObject, type JsonArray, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../../dialect.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { wholePart } from '../../reply/part-events.ts'
import { NAME, OWN } from '../name.ts'
import { choiceEnded, failed, readHead, replyPart, usageKnown } from './reply-events.ts'
import { StreamReader } from './stream.ts'

/**
 * Reads the replies of this dialect: a stream's events, or a whole message in one frame. Never throws.
 *
 * The `type` in a frame's data names the event; the frame's own name is used only where a vendor omits the type.
 */
export function replyReader(options: ReaderOptions): ReplyReader {
  const stream = new StreamReader()
  let isWholeRead = false
  let isFailed = false

  return {
    push(frame: Frame): ChatEvent[] {
      if (frame.data === undefined || stream.isOver || isWholeRead) return []
      const value = parseJson(frame.data)
      if (!isObject(value)) return frame.data.trim() === '' ? [] : [{ kind: 'unknown', extras: OWN, text: frame.data }]
      if (options.stream) return stream.push(value, frame.event)
      isWholeRead = Array.isArray(value.content)
      if (Array.isArray(value.content)) return readWhole(value, value.content)
      isFailed = value.type === 'error' || isObject(value.error)
      return [isFailed ? failed(value) : { kind: 'unknown', extras: { dialect: NAME, fields: value } }]
    },
    end: () => (options.stream ? stream.close() : []),
    get isComplete() {
      return options.stream ? stream.isComplete : isWholeRead && !isFailed
    },
  }
}

function readWhole(body: JsonObject, content: JsonArray): ChatEvent[] {
  const { started, end, beside } = readHead(body, typeof body.stop_reason === 'string')
  const events: ChatEvent[] = [started]
  for (const [part, block] of content.entries()) {
    // Only blocks may stand here; anything else is shown as text rather than dropped.
    events.push(...wholePart(0, part, isObject(block) ? replyPart(block) : { kind: 'text', text: String(block) }))
  }
  if (typeof body.stop_reason === 'string') events.push(choiceEnded(body.stop_reason, body.stop_sequence, end, beside))
  if (isObject(body.usage)) events.push(usageKnown(body.usage))
  events.push({ kind: 'reply-ended' })
  return events
}
