// A reply as a stream of events. The vendor's libraries put a message together by the order of its blocks: one is open at a time, numbered
// from 0 without gaps. Parts of other dialects may grow side by side; those that are not open wait.
import type { JsonObject } from '../../json.ts'
import { putMissing } from '../../reader.ts'
import type { Frame } from '../../sse.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type { ChatEvent, ChoiceEnded, PartStarted, ReplyFailed, ReplyStarted, UnknownEvent, UsageKnown } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import { joinRests } from '../join-rests.ts'
import type { LossLog } from '../loss.ts'
import { failureBody } from './error.ts'
import { layUnder } from './lay-under.ts'
import { NAME } from './name.ts'
import { stopWord } from './stop-reason.ts'
import { writeUsage } from './usage.ts'
import { type BlockWriter, blockWriter } from './write-stream-block.ts'

/**
 * Writes `message_start` with the first thing that is known beside the head, so that usage which the vendor tells at once stands in it, else
 * the estimate; the blocks as they come; and at the end, when all is known, `message_delta` with the final usage and `message_stop`.
 */
export function streamWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  const { fallback } = options
  const parts = new Map<number, BlockWriter>()
  /** In the order in which they started; the first is open. */
  let queue: BlockWriter[] = []
  /** Unread fields that wait for a frame of their type. */
  const pending = new Map<string, JsonObject>()
  let head: ReplyStarted | undefined
  let usage: UsageKnown | undefined
  let ended: ChoiceEnded | undefined
  let blocks = 0
  let isStarted = false
  let isFailed = false
  let hasCall = false
  let hasRefusal = false

  function print(type: string, fields: JsonObject): Frame {
    const event: JsonObject = { type, ...fields }
    const rest = pending.size === 0 ? undefined : pending.get(type)
    if (rest !== undefined) {
      pending.delete(type)
      layUnder(event, rest)
    }
    return { event: type, data: JSON.stringify(event) }
  }

  function start(frames: Frame[]): void {
    if (isStarted) return
    isStarted = true
    const own = head && ownExtras(NAME, head)
    const message: JsonObject = {
      id: head?.id ?? fallback?.id ?? '',
      type: 'message',
      role: 'assistant',
      model: head?.model ?? fallback?.model ?? '',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: usage === undefined ? blankUsage() : usageObject(usage),
    }
    putMissing(message, own?.fields)
    const event: JsonObject = { message }
    putMissing(event, own?.nested?.message_start)
    frames.push(print('message_start', event))
  }

  function isOwnReply(): boolean {
    return head !== undefined && ownExtras(NAME, head) !== undefined
  }

  function blankUsage(): JsonObject {
    // What the vendor itself leaves out, its clients do not miss; those of others are told of a cache that nothing is in.
    const cache = isOwnReply() ? {} : { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    return { input_tokens: fallback?.inputTokens ?? 0, ...cache, output_tokens: 0 }
  }

  function startPart(event: PartStarted, frames: Frame[]): void {
    const { initial, part } = event
    if (initial.kind === 'tool-call') hasCall = true
    if (initial.kind === 'refusal') hasRefusal = true
    const writer = blockWriter(initial, `choices[0].parts[${part}]`, { print, takeIndex: () => blocks++, losses })
    parts.set(part, writer)
    queue.push(writer)
    if (queue.length === 1) writer.open(frames)
  }

  function endPart(writer: BlockWriter | undefined, frames: Frame[]): void {
    if (writer === undefined) return
    writer.end(frames)
    while (queue[0]?.isEnded) {
      queue.shift()
      queue[0]?.open(frames)
    }
  }

  function fail(event: ReplyFailed, frames: Frame[]): void {
    isFailed = true
    const { type: _, ...fields } = failureBody(event)
    frames.push(print('error', fields))
  }

  function carry(event: UnknownEvent, frames: Frame[]): void {
    const own = ownExtras(NAME, event)
    if (own === undefined) {
      nameForeignExtras(NAME, event, 'reply', losses)
      return
    }
    const { fields } = own
    const type = own.spellings?.frame ?? ''
    if (event.text !== undefined) frames.push({ event: '', data: event.text })
    else if (fields === undefined) return
    else if (type === 'ping') frames.push({ event: type, data: JSON.stringify({ type, ...fields }) })
    else if (type === '') frames.push({ event: typeof fields.type === 'string' ? fields.type : '', data: JSON.stringify(fields) })
    else pending.set(type, joinRests(pending.get(type), fields))
  }

  function finish(frames: Frame[]): void {
    const own = ended && ownExtras(NAME, ended)
    const shape = { hasCall, hasRefusal }
    const isOwn = own !== undefined || (ended === undefined && isOwnReply())
    const word = isOwn ? (ended?.rawReason ?? null) : stopWord(ended?.reason, ended?.stopSequence, shape)
    const isSequence = isOwn || word === 'stop_sequence'
    const delta: JsonObject = { stop_reason: word, stop_sequence: isSequence ? (ended?.stopSequence ?? null) : null }
    if (!isSequence && ended?.stopSequence !== undefined) losses.add('choices[0].stopSequence', 'not-expressible')
    putMissing(delta, own?.fields)
    const event: JsonObject = { delta, usage: usage === undefined ? blankUsage() : usageObject(usage) }
    putMissing(event, own?.nested?.message_delta)
    frames.push(print('message_delta', event), print('message_stop', {}))
  }

  return {
    push(event: ChatEvent): Frame[] {
      const frames: Frame[] = []
      if (isFailed) return frames
      if ('choice' in event && event.choice !== 0) {
        losses.add(`choices[${event.choice}]`, 'needed')
        return frames
      }
      switch (event.kind) {
        case 'reply-started':
          head = event
          nameForeignExtras(NAME, event, 'reply', losses)
          break
        case 'usage-known':
          usage = event
          start(frames)
          break
        case 'part-started':
          start(frames)
          startPart(event, frames)
          break
        case 'part-delta':
          parts.get(event.part)?.grow(event, frames)
          break
        case 'part-ended':
          endPart(parts.get(event.part), frames)
          break
        case 'choice-ended':
          ended = event
          nameForeignExtras(NAME, event, 'choices[0]', losses)
          break
        case 'reply-failed':
          fail(event, frames)
          break
        case 'unknown':
          carry(event, frames)
          break
        default:
      }
      return frames
    },

    end() {
      if (isFailed) return []
      const frames: Frame[] = []
      start(frames)
      for (const writer of [...queue]) endPart(writer, frames)
      queue = []
      finish(frames)
      return frames
    },
  }
}

function usageObject(event: UsageKnown): JsonObject {
  return ownExtras(NAME, event)?.fields ?? writeUsage(event.usage)
}
