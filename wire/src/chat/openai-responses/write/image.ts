// An image in a reply: what a tool of the vendor's made, as this dialect has it.
import type { JsonObject } from '../../../encoding/json.ts'
import type { PartDelta } from '../../reply/event.ts'
import type { MediaPart } from '../../request/request.ts'
import { imageItem } from './item.ts'
import { type ItemSink, idOf, type PartWriter } from './item-sink.ts'

/** Writes an image whose data may come in pieces. */
export class ImageWriter implements PartWriter {
  readonly #initial: MediaPart
  readonly #sink: ItemSink
  readonly #index: number
  readonly #id: string
  readonly #place: JsonObject
  #data: string

  constructor(initial: MediaPart, sink: ItemSink) {
    this.#initial = initial
    this.#sink = sink
    this.#index = sink.take()
    this.#id = idOf(initial, 'ig', this.#index, sink)
    this.#data = initial.source.kind === 'base64' ? initial.source.data : ''
    this.#place = { item_id: this.#id, output_index: this.#index }
    sink.add(this.#index, { type: 'image_generation_call', id: this.#id, status: 'in_progress', result: null })
    sink.printer.print('response.image_generation_call.in_progress', this.#place)
    sink.printer.print('response.image_generation_call.generating', this.#place)
  }

  grow(event: PartDelta): void {
    this.#data += event.data ?? ''
  }

  end(): void {
    this.#sink.printer.print('response.image_generation_call.completed', this.#place)
    const image: MediaPart = { ...this.#initial, source: { kind: 'base64', data: this.#data } }
    this.#sink.done(this.#index, imageItem(image, { id: this.#id, status: 'completed' }))
  }
}
