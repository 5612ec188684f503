// A message of a reply: an item to which texts and refusals are added one after the other, until something else begins.
import type { JsonObject } from '../../../encoding/json.ts'
import type { PartDelta } from '../../reply/event.ts'
import { type Extras, ownExtras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { type ContentWriter, contentWriter } from './content.ts'
import { messageItem } from './item.ts'
import { type ItemSink, idOf, type PartWriter, underId, withoutStatus } from './item-sink.ts'

/** Writes the open message. */
export class MessageWriter {
  readonly #sink: ItemSink
  readonly #index: number
  readonly #id: string
  readonly #content: JsonObject[] = []
  #first: Part

  /** @param first the first part, which carries the fields of the message itself */
  constructor(first: Part, sink: ItemSink) {
    this.#first = first
    this.#sink = sink
    this.#index = sink.take()
    this.#id = idOf(first, 'msg', this.#index, sink)
    sink.add(this.#index, messageItem(withoutStatus(first), [], { id: this.#id, status: 'in_progress' }))
  }

  /** @param path where the part stands in the reply, for losses */
  startPart(initial: Part, path: string): PartWriter {
    const index = this.#content.length
    // A message without content has no parts, only its header.
    const hasContent = ownExtras(NAME, initial)?.spellings?.content !== 'none'
    const place = { item_id: this.#id, output_index: this.#index, content_index: index }
    const writer = hasContent ? contentWriter(initial, place, path, this.#sink.printer, this.#sink.losses) : undefined
    return new MessagePartWriter(writer, index === 0, this)
  }

  /** @param header the extras of the message that came with its first part */
  endPart(content: JsonObject | undefined, header: Extras | undefined): void {
    if (content !== undefined) this.#content.push(content)
    if (header !== undefined) this.#first = { ...this.#first, extras: underId(header, this.#id) }
  }

  end(): void {
    this.#sink.done(this.#index, messageItem(this.#first, this.#content, { id: this.#id, status: 'completed' }))
  }
}

class MessagePartWriter implements PartWriter {
  readonly #writer: ContentWriter | undefined
  readonly #isFirst: boolean
  readonly #message: MessageWriter
  #header: Extras | undefined

  constructor(writer: ContentWriter | undefined, isFirst: boolean, message: MessageWriter) {
    this.#writer = writer
    this.#isFirst = isFirst
    this.#message = message
  }

  grow(event: PartDelta): void {
    if (this.#isFirst) this.#header = ownExtras(NAME, event) ?? this.#header
    this.#writer?.grow(event)
  }

  end(): void {
    this.#message.endPart(this.#writer?.end(), this.#header)
  }
}
