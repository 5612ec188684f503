// Where the items of a reply go, each at its index, and what the writers of all kinds of items need.
import type { JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta } from '../../reply/event.ts'
import { type Extras, ownExtras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { NAME } from '../name.ts'
import type { EventPrinter } from './event-printer.ts'

/** Writes one part of a reply: a part of a message, a call, a thought, an image. */
export interface PartWriter {
  grow(event: PartDelta): void
  end(): void
}

/** The items of one reply. */
export class ItemSink {
  readonly printer: EventPrinter
  readonly losses: LossLog
  readonly #responseId: () => string
  readonly #items: (JsonObject | undefined)[] = []

  /** @param responseId gives the response's id without its prefix, when it is known */
  constructor(printer: EventPrinter, losses: LossLog, responseId: () => string) {
    this.printer = printer
    this.losses = losses
    this.#responseId = responseId
  }

  /** The next index, which is the item's from now on. */
  take(): number {
    return this.#items.push(undefined) - 1
  }

  add(index: number, item: JsonObject): void {
    this.printer.print('response.output_item.added', { output_index: index, item })
  }

  done(index: number, item: JsonObject): void {
    this.#items[index] = item
    this.printer.print('response.output_item.done', { output_index: index, item })
  }

  /** An id for an item that comes without one: the response's own with the item's index. */
  makeId(prefix: string, index: number): string {
    return `${prefix}_${this.#responseId()}_${index}`
  }

  /** The items that are done, in order. */
  items(): JsonObject[] {
    return this.#items.filter((item) => item !== undefined)
  }
}

/** The id of the item that a part is: its own, or one that is made for it. */
export function idOf(part: Part, prefix: string, index: number, sink: ItemSink): string {
  return ownExtras(NAME, part)?.spellings?.itemId ?? sink.makeId(prefix, index)
}

/** The extras of an item's end under the id that it began with: a few vendors change the id on the way, and clients' libraries refuse that. */
export function underId(extras: Extras, id: string): Extras {
  return extras.spellings?.itemId === id ? extras : { ...extras, spellings: { ...extras.spellings, itemId: id } }
}

/** The part as it begins: the status that it carries is the one at its end. */
export function withoutStatus<P extends Part>(part: P): P {
  const extras = ownExtras(NAME, part)
  if (extras?.spellings?.itemStatus === undefined) return part
  const { itemStatus: _, ...spellings } = extras.spellings
  return { ...part, extras: { ...extras, spellings } }
}
