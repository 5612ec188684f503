// An image in a reply: what a tool of the vendor's made, as this dialect has it.
import type { MediaPart } from '../request.ts'
import { type ItemSink, idOf, type Live } from './item-sink.ts'
import { imageItem } from './write-item.ts'

/** Begins an image whose data may still grow. */
export function startImage(initial: MediaPart, sink: ItemSink): Live {
  const index = sink.take()
  const id = idOf(initial, 'ig', index, sink)
  let data = initial.source.kind === 'base64' ? initial.source.data : ''
  const place = { item_id: id, output_index: index }
  sink.add(index, { type: 'image_generation_call', id, status: 'in_progress', result: null })
  sink.printer.print('response.image_generation_call.in_progress', place)
  sink.printer.print('response.image_generation_call.generating', place)
  return {
    grow(event) {
      data += event.data ?? ''
    },
    end() {
      sink.printer.print('response.image_generation_call.completed', place)
      sink.done(index, imageItem({ ...initial, source: { kind: 'base64', data } }, { id, status: 'completed' }))
    },
  }
}
