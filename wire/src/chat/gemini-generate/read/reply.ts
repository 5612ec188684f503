import { isObject, type Json, parseJson } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../../dialect.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { type IdSource, madeId } from '../call-ids.ts'
import { OWN } from '../name.ts'
import { isError } from './reply-events.ts'
import { StreamReader } from './stream.ts'
import { readWhole } from './whole.ts'

/**
 * Reads the replies of this dialect: a stream's frames, or a whole reply in one frame. Never throws.
 *
 * A stream has no terminal mark: it is complete when every candidate that was seen has a reason why it ended, or the question was refused.
 */
export function replyReader({ stream, idPrefix }: ReaderOptions): ReplyReader {
  let made = 0
  const ids: IdSource = {
    call: (_, given) => given ?? madeId(++made, idPrefix),
    result: (_, given) => given ?? '',
  }
  const frames = new StreamReader(ids)
  let isFailed = false
  let isOver = false

  function readValue(value: Json): ChatEvent[] {
    if (!isObject(value)) return [{ kind: 'unknown', extras: OWN, text: JSON.stringify(value) }]
    if (isError(value.error)) isFailed = true
    if (stream) return frames.push(value)
    isOver = true
    return readWhole(value, ids)
  }

  return {
    push({ data }: Frame) {
      if (data === undefined || isOver) return []
      const value = parseJson(data)
      if (value === undefined) return data.trim() === '' ? [] : [{ kind: 'unknown', extras: OWN, text: data }]
      // Without `alt=sse` Google answers with a list.
      return Array.isArray(value) ? value.flatMap(readValue) : readValue(value)
    },
    end() {
      if (!stream) return []
      const events = frames.close()
      if (!isFailed && frames.isFinished) events.push({ kind: 'reply-ended' })
      return events
    },
    get isComplete() {
      return !isFailed && (isOver || frames.isFinished)
    },
  }
}
