// A reply as a stream of events. The vendor's libraries put a message together by the order of its blocks: one is open at a time, numbered
// from 0 without gaps. Parts of other dialects may grow side by side; those that are not open wait.
import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { ChatEvent, ChoiceEnded, PartStarted, ReplyFailed, ReplyStarted, UnknownEvent, UsageKnown } from '../../reply/event.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { failureBody } from '../error.ts'
import { NAME } from '../name.ts'
import { stopWord } from '../stop-reason.ts'
import { writeUsage } from '../usage.ts'
import { EventPrinter } from './event-printer.ts'
import { BlockWriter } from './stream-block.ts'

/**
 * Writes `message_start` with the first event after the head, so that usage which the vendor reports at once stands in it, else
 * the estimate; the blocks as they come; and at the end, when all is known, `message_delta` with the final usage and `message_stop`.
 */
export class StreamWriter implements ReplyWriter {
  readonly #fallback: WriterOptions['fallback']
  readonly #losses: LossLog
  readonly #printer = new EventPrinter()
  readonly #parts = new Map<number, BlockWriter>()
  /** In the order in which they started; the first is open. */
  #queue: BlockWriter[] = []
  #head: ReplyStarted | undefined
  #usage: UsageKnown | undefined
  #ended: ChoiceEnded | undefined
  #isStarted = false
  #isFailed = false
  #hasCall = false
  #hasRefusal = false

  constructor({ fallback }: WriterOptions, losses: LossLog) {
    this.#fallback = fallback
    this.#losses = losses
  }

  push(event: ChatEvent): Frame[] {
    const frames: Frame[] = []
    if (this.#isFailed) return frames
    if ('choice' in event && event.choice !== 0) {
      this.#losses.add(`choices[${event.choice}]`, 'needed')
      return frames
    }
    switch (event.kind) {
      case 'part-delta':
        this.#parts.get(event.part)?.grow(event, frames)
        break
      case 'reply-started':
        this.#head = event
        nameForeignExtras(NAME, event, 'reply', this.#losses)
        break
      case 'usage-known':
        this.#usage = event
        this.#start(frames)
        break
      case 'part-started':
        this.#start(frames)
        this.#startPart(event, frames)
        break
      case 'part-ended':
        this.#endPart(this.#parts.get(event.part), frames)
        break
      case 'choice-ended':
        this.#ended = event
        nameForeignExtras(NAME, event, 'choices[0]', this.#losses)
        break
      case 'reply-failed':
        this.#fail(event, frames)
        break
      case 'unknown':
        this.#carry(event, frames)
        break
      default:
    }
    return frames
  }

  end(): Frame[] {
    const frames: Frame[] = []
    if (this.#isFailed) return frames
    this.#start(frames)
    for (const writer of [...this.#queue]) this.#endPart(writer, frames)
    this.#queue = []
    if (this.#printer.heldPath !== undefined) this.#losses.add(`${this.#printer.heldPath}.signature`, 'not-expressible')
    frames.push(this.#printer.print('message_delta', this.#messageDelta()), this.#printer.print('message_stop', { type: 'message_stop' }))
    return frames
  }

  #start(frames: Frame[]): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const head = this.#head
    const own = head && ownExtras(NAME, head)
    const message: JsonObject = {
      id: head?.id ?? this.#fallback?.id ?? '',
      type: 'message',
      role: 'assistant',
      model: head?.model ?? this.#fallback?.model ?? '',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: this.#usageObject(),
    }
    putMissing(message, own?.fields)
    const event: JsonObject = { type: 'message_start', message }
    putMissing(event, own?.nested?.message_start)
    frames.push(this.#printer.print('message_start', event))
  }

  #startPart({ initial, part }: PartStarted, frames: Frame[]): void {
    if (initial.kind === 'tool-call') this.#hasCall = true
    if (initial.kind === 'refusal') this.#hasRefusal = true
    const writer = new BlockWriter(initial, `choices[0].parts[${part}]`, this.#printer, this.#losses)
    this.#parts.set(part, writer)
    this.#queue.push(writer)
    if (this.#queue.length === 1) writer.open(frames)
  }

  #endPart(writer: BlockWriter | undefined, frames: Frame[]): void {
    if (writer === undefined) return
    writer.end(frames)
    while (this.#queue[0]?.isEnded) {
      this.#queue.shift()
      this.#queue[0]?.open(frames)
    }
  }

  #fail(event: ReplyFailed, frames: Frame[]): void {
    this.#isFailed = true
    const { type: _, ...fields } = failureBody(event)
    frames.push(this.#printer.print('error', { type: 'error', ...fields }))
  }

  #carry(event: UnknownEvent, frames: Frame[]): void {
    const own = ownExtras(NAME, event)
    if (own === undefined) {
      nameForeignExtras(NAME, event, 'reply', this.#losses)
      return
    }
    const { fields } = own
    const type = own.spellings?.frame ?? ''
    if (event.text !== undefined) frames.push({ event: '', data: event.text })
    else if (fields === undefined) return
    else if (type === 'ping') frames.push({ event: type, data: JSON.stringify({ type, ...fields }) })
    else if (type === '') frames.push({ event: typeof fields.type === 'string' ? fields.type : '', data: JSON.stringify(fields) })
    else this.#printer.carry(type, fields)
  }

  #messageDelta(): JsonObject {
    const ended = this.#ended
    const own = ended && ownExtras(NAME, ended)
    const isOwn = own !== undefined || (ended === undefined && this.#isOwnReply())
    const shape = { hasCall: this.#hasCall, hasRefusal: this.#hasRefusal }
    const word = isOwn ? (ended?.rawReason ?? null) : stopWord(ended?.reason, ended?.stopSequence, shape)
    const isSequence = isOwn || word === 'stop_sequence'
    const delta: JsonObject = { stop_reason: word, stop_sequence: isSequence ? (ended?.stopSequence ?? null) : null }
    if (!isSequence && ended?.stopSequence !== undefined) this.#losses.add('choices[0].stopSequence', 'not-expressible')
    putMissing(delta, own?.fields)
    const event: JsonObject = { type: 'message_delta', delta, usage: this.#usageObject() }
    putMissing(event, own?.nested?.message_delta)
    return event
  }

  #usageObject(): JsonObject {
    if (this.#usage !== undefined) return ownExtras(NAME, this.#usage)?.fields ?? writeUsage(this.#usage.usage)
    // What the vendor itself leaves out, its clients do not miss; those of others are shown a cache that nothing is in.
    const cache = this.#isOwnReply() ? {} : { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    return { input_tokens: this.#fallback?.inputTokens ?? 0, ...cache, output_tokens: 0 }
  }

  #isOwnReply(): boolean {
    return this.#head !== undefined && ownExtras(NAME, this.#head) !== undefined
  }
}
