// Where the items of a reply go, each at its index, and what every kind of them needs.
import type { JsonObject } from '../../json.ts'
import type { PartDelta } from '../event.ts'
import { type Extras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import type { Part } from '../request.ts'
import type { EventPrinter } from './event-printer.ts'
import { NAME } from './name.ts'

/** Something that grows: a part of a message, a call, a thought, an image. */
export interface Live {
  grow(event: PartDelta): void
  end(): void
}

export interface ItemSink {
  readonly printer: EventPrinter
  readonly losses: LossLog
  /** The next index, which is the item's from now on. */
  take(): number
  add(index: number, item: JsonObject): void
  done(index: number, item: JsonObject): void
  /** An id for what comes without one: the response's own with the index. */
  madeId(prefix: string, index: number): string
  /** The items that are done, in order. */
  items(): JsonObject[]
}

/** @param base the response's id without what it begins with */
export function itemSink(printer: EventPrinter, losses: LossLog, base: () => string): ItemSink {
  const items: (JsonObject | undefined)[] = []
  return {
    printer,
    losses,
    take: () => items.push(undefined) - 1,
    add(index, item) {
      printer.print('response.output_item.added', { output_index: index, item })
    },
    done(index, item) {
      items[index] = item
      printer.print('response.output_item.done', { output_index: index, item })
    },
    madeId: (prefix, index) => `${prefix}_${base()}_${index}`,
    items: () => items.filter((item) => item !== undefined),
  }
}

/** The id of the item that a part is: its own, or one that is made for it. */
export function idOf(part: Part, prefix: string, index: number, sink: ItemSink): string {
  return ownExtras(NAME, part)?.spellings?.itemId ?? sink.madeId(prefix, index)
}

/** What is carried of an item at its end, under the id that it began with: a few vendors change it on the way, and libraries refuse that. */
export function underId(extras: Extras, id: string): Extras {
  return extras.spellings?.itemId === id ? extras : { ...extras, spellings: { ...extras.spellings, itemId: id } }
}

/** The part as it begins: its status is the one at its end. */
export function withoutStatus<P extends Part>(part: P): P {
  const extras = ownExtras(NAME, part)
  if (extras?.spellings?.itemStatus === undefined) return part
  const { itemStatus: _, ...spellings } = extras.spellings
  return { ...part, extras: { ...extras, spellings } }
}
