// The items of a conversation in their order, with the sound that events leave out.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { inside, objects, textOf } from '@waystation/wire/testing/strict/openai/refusal'
import { invalid, noItem, type Problem } from './problem.ts'

export type Item = JsonObject & { readonly id: string }

/** Beside an item: what was heard or said in it. */
export interface ItemSound {
  readonly bytes: Buffer
  readonly ms: number
  /** What a person said in it, be it transcribed or not. */
  readonly heard?: string
}

export class Conversation {
  readonly id: string
  readonly #items: Item[] = []
  readonly #sounds = new Map<string, ItemSound>()

  constructor(id: string) {
    this.id = id
  }

  get items(): readonly Item[] {
    return this.#items
  }

  get lastId(): string | null {
    return this.#items.at(-1)?.id ?? null
  }

  find(id: string): Item | undefined {
    return this.#items.find((one) => one.id === id)
  }

  soundOf(id: string): ItemSound | undefined {
    return this.#sounds.get(id)
  }

  /** Has the assistant spoken? */
  get hasSpoken(): boolean {
    return this.#items.some((one) => one.role === 'assistant' && this.#sounds.has(one.id))
  }

  /** What a new item is refused for. Source: the codes as public issues quote them; that of a second item of one id is not known. */
  problemOf(item: JsonObject, previousId: string | undefined): Problem | undefined {
    if (previousId !== undefined && previousId !== 'root' && !this.find(previousId)) {
      const message = `Error adding item: the previous item with id '${previousId}' does not exist.`
      return invalid('item_create_invalid_previous_item_id', message, 'previous_item_id')
    }
    if (this.find(textOf(item.id)))
      return invalid('invalid_value', `Error adding item: an item with id '${item.id}' already exists.`, 'item.id')
    const isCalled = this.#items.some((one) => one.type === 'function_call' && one.call_id === item.call_id)
    if (item.type === 'function_call_output' && !isCalled)
      return invalid('invalid_tool_call_id', `Tool call ID '${item.call_id}' not found in conversation.`, 'item.call_id')
    return undefined
  }

  /** Adds an item. @param previousId `root`: before all others; undefined: at the end @returns the id of the item before it */
  add(item: Item, previousId?: string, sound?: ItemSound): string | null {
    const at =
      previousId === 'root' ? 0 : previousId === undefined ? this.#items.length : this.#items.findIndex(({ id }) => id === previousId) + 1
    this.#items.splice(at, 0, item)
    if (sound) this.#sounds.set(item.id, sound)
    return this.#items[at - 1]?.id ?? null
  }

  /** An item is now as this, with this sound. */
  settle(item: Item, sound?: ItemSound): void {
    const at = this.#items.findIndex(({ id }) => id === item.id)
    // Meanwhile a client may have deleted it.
    if (at < 0) return
    this.#items[at] = item
    if (sound) this.#sounds.set(item.id, sound)
  }

  delete(id: string): Problem | undefined {
    const at = this.#items.findIndex((one) => one.id === id)
    if (at < 0) return noItem('item_delete_invalid_item_id', 'deleting', id)
    this.#items.splice(at, 1)
    this.#sounds.delete(id)
    return undefined
  }

  /** The item with its sound in base64. */
  retrieve(id: string): Item | undefined {
    const item = this.find(id)
    const sound = this.#sounds.get(id)
    if (!item || !sound) return item
    const content = objects(item.content).map((part) =>
      /audio$/.test(textOf(part.type)) ? { ...part, audio: sound.bytes.toString('base64') } : part,
    )
    return { ...item, content }
  }

  /** Forgets what a client has not played of what was said, with its transcript. */
  truncate(id: string, endMs: number): Problem | undefined {
    const item = this.find(id)
    const sound = this.#sounds.get(id)
    if (item?.role !== 'assistant' || !sound) return noItem('item_truncate_invalid_item_id', 'truncating', id)
    if (endMs > sound.ms)
      return invalid('invalid_value', `Audio content of ${Math.floor(sound.ms)}ms is already shorter than ${endMs}ms`, 'audio_end_ms')
    const bytes = sound.bytes.subarray(0, Math.floor((sound.bytes.length * endMs) / Math.max(1, sound.ms)))
    this.settle({ ...item, content: objects(item.content).map((part) => ({ ...part, transcript: '' })) }, { bytes, ms: endMs })
    return undefined
  }
}

/** What a message says: its texts, and what was said in its sound. */
export function textsOf(item: Item, sound: ItemSound | undefined): string[] {
  const texts = objects(item.content).flatMap((part) => [textOf(part.text) || textOf(part.transcript)])
  const output = textOf(item.output) || textOf(item.arguments)
  return [...texts, sound?.heard ?? '', output].filter((one) => one !== '')
}

/** How many pictures a message has. */
export const picturesOf = (item: Item): number => objects(item.content).filter((part) => inside(part).type === 'input_image').length
