// What clients do with the items of a conversation: add, look at, cut off and delete them.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { inside, objects, textOf } from '@waystation/wire/testing/strict/openai/refusal'
import type { RealtimeEvent } from './client-events.ts'
import type { Conversation, Item, ItemSound } from './conversation.ts'
import { noItem, type Problem } from './problem.ts'
import { formatOf, msOf } from './sound.ts'

/** The session around the items. */
export interface ItemStage {
  readonly newId: (kind: string) => string
  readonly send: (event: RealtimeEvent) => void
  /** What is heard in sound that a client adds. */
  readonly hear: () => string
  /** The session's `audio.input`. */
  readonly input: () => JsonObject
}

export class ItemEvents {
  readonly #conversation: Conversation
  readonly #stage: ItemStage

  constructor(conversation: Conversation, stage: ItemStage) {
    this.#conversation = conversation
    this.#stage = stage
  }

  /** Does what a `conversation.item` event asks. */
  handle(event: RealtimeEvent): Problem | undefined {
    const item_id = textOf(event.item_id)
    switch (event.type) {
      case 'conversation.item.create':
        return this.#create(event)
      case 'conversation.item.retrieve': {
        const item = this.#conversation.retrieve(item_id)
        return item
          ? this.#done({ type: 'conversation.item.retrieved', item })
          : noItem('item_retrieve_invalid_item_id', 'retrieving', item_id)
      }
      case 'conversation.item.delete':
        return this.#conversation.delete(item_id) ?? this.#done({ type: 'conversation.item.deleted', item_id })
      default: {
        const { content_index, audio_end_ms } = event
        const truncated = { type: 'conversation.item.truncated', item_id, content_index, audio_end_ms }
        return this.#conversation.truncate(item_id, Number(audio_end_ms)) ?? this.#done(truncated)
      }
    }
  }

  /** Adds an item and tells of it. */
  announce(item: Item, sound?: ItemSound, previousId?: string): void {
    const previous_item_id = this.#conversation.add(item, previousId, sound)
    this.#stage.send({ type: 'conversation.item.added', previous_item_id, item })
    this.#stage.send({ type: 'conversation.item.done', previous_item_id, item })
  }

  #done(event: RealtimeEvent): undefined {
    this.#stage.send(event)
  }

  #create({ item: given, previous_item_id: previous }: JsonObject): Problem | undefined {
    const previousId = typeof previous === 'string' ? previous : undefined
    const [item, sound] = this.#own(inside(given))
    const problem = this.#conversation.problemOf(item, previousId)
    if (!problem) this.announce(item, sound, previousId)
    return problem
  }

  /** An item of a client as it is kept: its sound stands beside it. */
  #own(given: JsonObject): [Item, ItemSound | undefined] {
    const parts = objects(given.content)
    const audio = parts.map((part) => textOf(part.audio)).join('')
    const content = parts.map(({ audio: _, ...part }) => part)
    const item = { ...given, id: textOf(given.id) || this.#stage.newId('item'), status: 'completed', ...(parts.length > 0 && { content }) }
    if (audio === '') return [item, undefined]
    const bytes = Buffer.from(audio, 'base64')
    const heard = parts.some((part) => textOf(part.transcript) !== '') ? '' : this.#stage.hear()
    return [item, { bytes, ms: msOf(bytes.length, formatOf(this.#stage.input().format)), heard }]
  }
}
