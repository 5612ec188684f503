// The output of a reply: parts of any dialect in, items out, with their events in the order that OpenAI's libraries and Codex demand.
import type { JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta, PartEvent } from '../../reply/event.ts'
import { type Extras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { MediaPart, Part, RefusalPart, TextPart, UnknownPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import type { NamedTool } from '../named-tools.ts'
import { holdToken } from '../tokens.ts'
import { CallWriter } from './call.ts'
import type { EventPrinter } from './event-printer.ts'
import { ImageWriter } from './image.ts'
import { imageItem } from './item.ts'
import { ItemSink, type PartWriter } from './item-sink.ts'
import { MessageWriter } from './message.ts'
import { ReasoningWriter } from './reasoning.ts'

/** Writes the items of one reply. */
export class OutputWriter {
  readonly #printer: EventPrinter
  readonly #losses: LossLog
  readonly #sink: ItemSink
  readonly #tools: ReadonlyMap<string, NamedTool>
  /** The parts that have begun and not ended, by their index in the reply. */
  readonly #parts = new Map<number, PartWriter>()
  /** Our index of an item that is passed through, by the vendor's. */
  readonly #passedIndexes = new Map<number, number>()
  #message: MessageWriter | undefined

  /**
   * @param responseId gives the response's id without its prefix, when it is known
   * @param tools the caller's, by the names that the vendor knows
   */
  constructor(printer: EventPrinter, losses: LossLog, responseId: () => string, tools: ReadonlyMap<string, NamedTool>) {
    this.#printer = printer
    this.#losses = losses
    this.#sink = new ItemSink(printer, losses, responseId)
    this.#tools = tools
  }

  push(event: PartEvent): void {
    const path = `choices[0].parts[${event.part}]`
    if (event.kind === 'part-started') {
      const writer = this.#start(event.initial, path)
      if (writer !== undefined) this.#parts.set(event.part, writer)
    } else if (event.kind === 'part-delta') {
      nameForeignExtras(NAME, event, path, this.#losses)
      this.#parts.get(event.part)?.grow(event)
    } else {
      this.#parts.get(event.part)?.end()
      this.#parts.delete(event.part)
    }
  }

  /** Passes an event of our own dialect through, numbered and indexed as ours. */
  pass(event: JsonObject, type: string): void {
    const { type: _, sequence_number: __, output_index: index, ...fields } = event
    if (typeof index !== 'number') {
      this.#printer.print(type, fields)
      return
    }
    if (type === 'response.output_item.added') {
      this.endMessage()
      this.#passedIndexes.set(index, this.#sink.take())
    }
    this.#printer.print(type, { ...fields, output_index: this.#passedIndexes.get(index) ?? index })
  }

  /** Ends the open message: the next text begins another. */
  endMessage(): void {
    this.#message?.end()
    this.#message = undefined
  }

  /** Ends the open message if its parts have ended: a message that was cut off is not done. */
  endWholeMessage(): void {
    if (this.#parts.size === 0) this.endMessage()
  }

  /** The items that are done, in order. */
  items(): JsonObject[] {
    return this.#sink.items()
  }

  #start(initial: Part, path: string): PartWriter | undefined {
    const own = ownExtras(NAME, initial)
    if (own === undefined) nameForeignExtras(NAME, initial, path, this.#losses)
    switch (initial.kind) {
      case 'text':
      case 'refusal':
        return this.#startText(initial, path)
      case 'reasoning':
        this.endMessage()
        return new ReasoningWriter(initial, path, this.#sink)
      case 'tool-call':
        this.endMessage()
        this.#holdSignature(initial, path)
        return new CallWriter(initial, path, this.#tools, this.#sink)
      case 'image':
      case 'unknown':
        return this.#startVendorItem(initial, path, own)
    }
    this.#losses.add(path, 'not-expressible')
    return undefined
  }

  #startText(initial: TextPart | RefusalPart, path: string): PartWriter {
    this.#holdSignature(initial, path)
    const isSignatureOnly = ownExtras(NAME, initial) === undefined && initial.text === '' && initial.signature !== undefined
    return isSignatureOnly ? new LatePartWriter(() => this.#startContent(initial, path)) : this.#startContent(initial, path)
  }

  #startContent(initial: Part, path: string): PartWriter {
    const startsMessage = ownExtras(NAME, initial)?.spellings?.item !== undefined
    if (startsMessage) this.endMessage()
    this.#message ??= new MessageWriter(initial, this.#sink)
    return this.#message.startPart(initial, path)
  }

  /** What a tool of the vendor's made, and what only this dialect knows. */
  #startVendorItem(initial: MediaPart | UnknownPart, path: string, own: Extras | undefined): PartWriter | undefined {
    const passedIndex = own?.spellings?.added
    if (initial.kind === 'unknown' && own !== undefined) {
      if (own.spellings?.place === 'content') return this.#startContent(initial, path)
      this.endMessage()
      return passedIndex === undefined ? this.#addItem(initial.value) : this.#endPassedItem(Number(passedIndex), initial.value)
    }
    if (initial.kind !== 'unknown') {
      if (passedIndex !== undefined) return this.#endPassedItem(Number(passedIndex), imageItem(initial, { status: 'completed' }))
      if (initial.source.kind === 'base64') {
        this.endMessage()
        return new ImageWriter(initial, this.#sink)
      }
    }
    this.#losses.add(path, 'not-expressible')
    return undefined
  }

  #addItem(item: JsonObject): PartWriter {
    const index = this.#sink.take()
    this.#sink.add(index, item)
    return { grow: () => undefined, end: () => this.#sink.done(index, item) }
  }

  /** The end of an item whose earlier events were passed through. */
  #endPassedItem(vendorIndex: number, item: JsonObject): PartWriter {
    return { grow: () => undefined, end: () => this.#sink.done(this.#passedIndexes.get(vendorIndex) ?? this.#sink.take(), item) }
  }

  /** Another vendor's signature of a part that has no place for one here becomes a reasoning item of its own, right before. */
  #holdSignature({ signature, signedBy }: Part, path: string): void {
    if (signature === undefined) return
    if (signedBy === undefined || signedBy === NAME) {
      this.#losses.add(`${path}.signature`, 'not-expressible')
      return
    }
    this.endMessage()
    const index = this.#sink.take()
    const item = { type: 'reasoning', id: this.#sink.makeId('rs', index), summary: [] }
    this.#sink.add(index, { ...item, status: 'in_progress' })
    this.#sink.done(index, { ...item, status: 'completed', encrypted_content: holdToken({ use: 'next', text: signature, signedBy }) })
  }
}

/**
 * Starts its part when text comes. Some vendors end a reply with a signature and no text: a message for it would be a reply of its own, and
 * clients take the last message for the answer.
 */
class LatePartWriter implements PartWriter {
  readonly #start: () => PartWriter
  #started: PartWriter | undefined

  constructor(start: () => PartWriter) {
    this.#start = start
  }

  grow(event: PartDelta): void {
    this.#started ??= this.#start()
    this.#started.grow(event)
  }

  end(): void {
    this.#started?.end()
  }
}
