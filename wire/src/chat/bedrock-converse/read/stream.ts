import { ERROR_MARK, EXCEPTION_MARK } from '../../../encoding/aws-event-stream.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReplyReader } from '../../dialect.ts'
import type { ChatEvent, PartDelta } from '../../reply/event.ts'
import type { Part } from '../../request/request.ts'
import { readException } from '../error.ts'
import { NAME } from '../name.ts'
import { imageType, isServerTool, readCitation, textOf } from './block.ts'
import { choiceEnded, unknownFields } from './reply-events.ts'
import { readUsage } from './usage.ts'

/** A content block that began and did not stop. */
interface OpenBlock {
  readonly part: number
  readonly kind: Part['kind']
  /** Did arguments of a call come? */
  hasGrown: boolean
}

/** A delta: the part that it belongs to, when that is still to be started, and the text added to it. */
interface Growth {
  readonly initial: Part
  readonly addition: Omit<PartDelta, 'kind' | 'choice' | 'part'>
}

/**
 * A stream's events. Texts and thinking begin with their first delta, since only calls have a start event. The end of the answer and the
 * usage come in either order; the reply has ended with both.
 */
export class ConverseStreamReader implements ReplyReader {
  readonly #blocks = new Map<number, OpenBlock>()
  #events: ChatEvent[] = []
  #parts = 0
  #hasStopped = false
  #hasMetadata = false
  #isEnded = false
  #isFailed = false

  get isComplete(): boolean {
    return this.#hasStopped && !this.#isFailed
  }

  push({ event, data }: Frame): ChatEvent[] {
    if (data === undefined || this.#isFailed || this.#isEnded) return []
    const value = parseJson(data)
    const failure = [EXCEPTION_MARK, ERROR_MARK].find((mark) => event.startsWith(mark))
    if (failure !== undefined) this.#fail(event.slice(failure.length), value ?? data)
    else if (isObject(value)) this.#read(event, value)
    else if (data.trim() !== '') this.#events.push({ kind: 'unknown', extras: { dialect: NAME }, text: data })
    return this.#take()
  }

  end(): ChatEvent[] {
    this.#closeAll()
    if (this.#hasStopped) this.#finish()
    return this.#take()
  }

  #read(name: string, event: JsonObject): void {
    switch (name) {
      case 'messageStart':
        this.#events.push({ kind: 'reply-started' })
        return
      case 'contentBlockStart':
        this.#startBlock(indexOf(event), event.start)
        return
      case 'contentBlockDelta':
        this.#growBlock(indexOf(event), event.delta)
        return
      case 'contentBlockStop':
        this.#stopBlock(indexOf(event))
        return
      case 'messageStop':
        this.#closeAll()
        this.#hasStopped = true
        this.#events.push(choiceEnded(textOf(event.stopReason), event.additionalModelResponseFields))
        break
      case 'metadata':
        this.#readMetadata(event)
        break
      default:
        this.#events.push(unknownFields(name === '' ? event : { [name]: event }))
    }
    if (this.#hasStopped && this.#hasMetadata) this.#finish()
  }

  #readMetadata({ usage, metrics: _, p: __, serviceTier, performanceConfig, ...rest }: JsonObject): void {
    this.#hasMetadata = true
    if (isObject(usage)) this.#events.push({ kind: 'usage-known', usage: readUsage(usage, { serviceTier, performanceConfig }) })
    if (Object.keys(rest).length > 0) this.#events.push(unknownFields(rest))
  }

  #startBlock(index: number, start: Json | undefined): void {
    const { toolUse, ...others } = isObject(start) ? start : {}
    if (isObject(toolUse) && !isServerTool(toolUse)) {
      this.#open(index, { kind: 'tool-call', id: textOf(toolUse.toolUseId), name: textOf(toolUse.name), argumentsText: '' })
    } else if (toolUse !== undefined || Object.keys(others).length > 0) {
      // Blocks of AWS's own tools are carried; an unknown block takes no deltas.
      this.#open(index, { kind: 'unknown', type: 'contentBlockStart', value: { start: start ?? null }, extras: { dialect: NAME } })
    }
  }

  #growBlock(index: number, delta: Json | undefined): void {
    if (!isObject(delta)) return
    const open = this.#blocks.get(index)
    if (isObject(delta.toolUse)) {
      if (open?.kind !== 'tool-call') this.#events.push(unknownFields({ contentBlockDelta: { delta } }))
      else this.#grow(open, { text: textOf(delta.toolUse.input) })
      return
    }
    const growth = open?.kind === 'unknown' ? undefined : growthOf(delta)
    if (growth === undefined) {
      this.#events.push(unknownFields({ contentBlockDelta: { delta } }))
      return
    }
    const { initial, addition } = growth
    this.#grow(open?.kind === initial.kind ? open : this.#open(index, initial), addition)
  }

  #open(index: number, initial: Part): OpenBlock {
    this.#stopBlock(index)
    const open: OpenBlock = { part: this.#parts++, kind: initial.kind, hasGrown: false }
    this.#blocks.set(index, open)
    this.#events.push({ kind: 'part-started', choice: 0, part: open.part, initial })
    return open
  }

  #grow(open: OpenBlock, addition: Growth['addition']): void {
    if (addition.text === '') return
    open.hasGrown = true
    this.#events.push({ kind: 'part-delta', choice: 0, part: open.part, ...addition })
  }

  #stopBlock(index: number): void {
    const open = this.#blocks.get(index)
    if (open === undefined) return
    // A call without arguments grows by nothing, or by nothing but empty texts.
    if (open.kind === 'tool-call' && !open.hasGrown) this.#grow(open, { text: '{}' })
    this.#close(index, open)
  }

  #close(index: number, { part }: OpenBlock): void {
    this.#blocks.delete(index)
    this.#events.push({ kind: 'part-ended', choice: 0, part })
  }

  /** A call that was cut off before its first argument is not one without arguments. */
  #closeAll(): void {
    for (const [index, open] of this.#blocks) this.#close(index, open)
  }

  #finish(): void {
    if (this.#isEnded || this.#isFailed) return
    this.#isEnded = true
    this.#events.push({ kind: 'reply-ended' })
  }

  #fail(name: string, body: Json): void {
    this.#closeAll()
    this.#isFailed = true
    this.#events.push(readException(name, body))
  }

  #take(): ChatEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}

/** What a delta adds, but for the arguments of a call; undefined when it is of a kind that is not known. */
function growthOf({ text, reasoningContent: reasoning, citation, image }: JsonObject): Growth | undefined {
  if (typeof text === 'string') return { initial: { kind: 'text', text: '' }, addition: { text } }
  if (isObject(citation)) return { initial: { kind: 'text', text: '' }, addition: { citation: readCitation(citation) } }
  if (isObject(reasoning)) {
    const initial: Part = { kind: 'reasoning', text: '', signedBy: NAME }
    if (typeof reasoning.text === 'string') return { initial, addition: { text: reasoning.text } }
    if (typeof reasoning.signature === 'string') return { initial, addition: { signature: reasoning.signature } }
    if (typeof reasoning.redactedContent === 'string') return { initial, addition: { encrypted: reasoning.redactedContent } }
  }
  if (isObject(image) && isObject(image.source) && typeof image.source.bytes === 'string') {
    const initial: Part = { kind: 'image', source: { kind: 'base64', data: '' }, mediaType: imageType(image) }
    return { initial, addition: { data: image.source.bytes } }
  }
  return undefined
}

function indexOf(event: JsonObject): number {
  return typeof event.contentBlockIndex === 'number' ? event.contentBlockIndex : 0
}
