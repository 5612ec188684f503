import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../../dialect.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { NAME } from '../name.ts'
import { readBlock } from './block.ts'
import { choiceEnded, unknownFields } from './reply-events.ts'
import { ConverseStreamReader } from './stream.ts'
import { readUsage } from './usage.ts'

/** Reads the replies of this dialect: a stream's events, identified by their names, or a whole reply in one frame. Never throws. */
export function replyReader({ stream }: ReaderOptions): ReplyReader {
  return stream ? new ConverseStreamReader() : new WholeReader()
}

class WholeReader implements ReplyReader {
  #isRead = false
  #isWhole = false

  get isComplete(): boolean {
    return this.#isWhole
  }

  push({ data }: Frame): ChatEvent[] {
    if (data === undefined || this.#isRead || data.trim() === '') return []
    const body = parseJson(data)
    if (!isObject(body)) return [{ kind: 'unknown', extras: { dialect: NAME }, text: data }]
    const message = isObject(body.output) ? body.output.message : undefined
    if (!isObject(message) || !Array.isArray(message.content)) return [unknownFields(body)]
    this.#isRead = true
    this.#isWhole = true
    return readWhole(body, message.content)
  }

  end(): ChatEvent[] {
    return []
  }
}

function readWhole(body: JsonObject, content: readonly Json[]): ChatEvent[] {
  const { output: _, stopReason: reason, usage, metrics, additionalModelResponseFields, serviceTier, performanceConfig, ...rest } = body
  const events: ChatEvent[] = [{ kind: 'reply-started' }]
  if (Object.keys(rest).length > 0) events.push(unknownFields(rest))
  for (const [part, block] of content.entries()) {
    if (!isObject(block)) continue
    const initial = readBlock(block)
    events.push({ kind: 'part-started', choice: 0, part, initial }, { kind: 'part-ended', choice: 0, part })
  }
  if (typeof reason === 'string') events.push(choiceEnded(reason, additionalModelResponseFields))
  if (isObject(usage)) events.push({ kind: 'usage-known', usage: readUsage(usage, body) })
  events.push({ kind: 'reply-ended' })
  return events
}
