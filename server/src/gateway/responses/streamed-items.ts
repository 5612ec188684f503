import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'

const DONE = 'response.output_item.done'

/** The items of a streamed reply as its events bring them: some vendors leave them out of its last event, which is what is stored. */
export class StreamedItems {
  readonly #items = new Map<number, JsonObject>()

  /** Sees one frame of the reply. */
  see({ data }: Frame): void {
    if (!data?.includes(DONE)) return
    const event = parseJson(data)
    if (!isObject(event) || event.type !== DONE || !isObject(event.item)) return
    this.#items.set(typeof event.output_index === 'number' ? event.output_index : this.#items.size, event.item)
  }

  /** The reply with the items that came, where it has none itself. */
  completed(reply: JsonObject): JsonObject {
    if (this.#items.size === 0 || (Array.isArray(reply.output) && reply.output.length > 0)) return reply
    return { ...reply, output: [...this.#items].sort(([a], [b]) => a - b).map(([, item]) => item) }
  }
}
