// A thought in a reply: an item with its text, and with the token of whichever vendor thought it.

import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta } from '../../reply/event.ts'
import { ownExtras } from '../../request/extras.ts'
import type { ReasoningPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { type Given, reasoningItem } from './item.ts'
import { type ItemSink, idOf, type PartWriter, underId, withoutStatus } from './item-sink.ts'
import { ThoughtWriter } from './thought.ts'

/** Writes a thought as a reasoning item. */
export class ReasoningWriter implements PartWriter {
  readonly #path: string
  readonly #sink: ItemSink
  readonly #index: number
  readonly #id: string
  readonly #thought: ThoughtWriter
  #part: ReasoningPart

  /** @param path where the part stands in the reply, for losses */
  constructor(initial: ReasoningPart, path: string, sink: ItemSink) {
    this.#part = initial
    this.#path = path
    this.#sink = sink
    this.#index = sink.take()
    this.#id = idOf(initial, 'rs', this.#index, sink)
    const { signature: _, encrypted: __, ...bare } = withoutStatus(initial)
    sink.add(this.#index, reasoningItem({ ...bare, text: '' }, this.#given('in_progress')))
    this.#thought = new ThoughtWriter(sink.printer, { item_id: this.#id, output_index: this.#index })
    if (initial.text !== '') this.#thought.grow(initial.text)
  }

  grow(event: PartDelta): void {
    const { text, signature, encrypted } = event
    const extras = ownExtras(NAME, event)
    const section = extras?.spellings?.section
    if (section !== undefined) {
      this.#thought.section(section.startsWith('content') ? 'content' : 'summary')
      return
    }
    if (extras !== undefined) this.#part = { ...this.#part, extras: underId(extras, this.#id) }
    if (signature !== undefined) this.#part = { ...this.#part, signature }
    if (encrypted !== undefined) this.#part = { ...this.#part, encrypted }
    if (text) this.#thought.grow(text)
  }

  end(): void {
    this.#thought.end()
    const part = this.#part
    nameTokenLosses(part, this.#path, this.#sink.losses)
    const words = ownExtras(NAME, part)?.spellings
    const item = reasoningItem(part, this.#given('completed'))
    const { summaries, contents } = this.#thought
    if (words?.summary === undefined) item.summary = [...summaries]
    if (words?.content === undefined && contents.length > 0) item.content = [...contents]
    this.#sink.done(this.#index, item)
  }

  /** Of the vendors of this dialect only some give a thought a status, and xAI's clients demand it. */
  #given(status: string): Given {
    return { id: this.#id, ...(ownExtras(NAME, this.#part) === undefined && { status }) }
  }
}

function nameTokenLosses({ signature, encrypted, signedBy }: ReasoningPart, path: string, losses: LossLog): void {
  if (signature !== undefined && signedBy === undefined) losses.add(`${path}.signature`, 'not-expressible')
  // There is one place for two tokens, and the signature takes it.
  const isSecond = signature !== undefined && signedBy !== NAME
  if (encrypted !== undefined && (signedBy === undefined || isSecond)) losses.add(`${path}.encrypted`, 'not-expressible')
}
