// The output of a reply: parts of any dialect in, items out, with their events in the order that OpenAI's libraries and Codex demand.
import type { JsonObject } from '../../json.ts'
import type { PartDelta, PartEnded, PartStarted } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import type { Part } from '../request.ts'
import type { EventPrinter } from './event-printer.ts'
import { idOf, itemSink, type Live, underId, withoutStatus } from './item-sink.ts'
import { NAME } from './name.ts'
import type { NamedTool } from './named-tools.ts'
import { holdToken } from './tokens.ts'
import { startCall } from './write-call.ts'
import { contentWriter } from './write-content.ts'
import { startImage } from './write-image.ts'
import { imageItem, messageItem } from './write-item.ts'
import { startThought } from './write-reasoning.ts'

export interface OutputWriter {
  push(event: PartStarted | PartDelta | PartEnded): void
  /** An event of an item that was carried as it came. */
  pass(event: JsonObject, type: string): void
  /** Closes the message that goes on: nothing more is said for now. */
  settle(): void
  /** The same, unless something still grows: what was cut in the middle is not done. */
  pause(): void
  /** The items that are done, in order. */
  items(): JsonObject[]
}

interface OpenMessage {
  readonly first: Part
  readonly index: number
  readonly id: string
  readonly content: JsonObject[]
}

/**
 * @param base makes ids, which are the response's own with the item's index
 * @param tools the caller's, by the names that the vendor knows
 */
export function outputWriter({
  printer,
  losses,
  base,
  tools,
}: {
  printer: EventPrinter
  losses: LossLog
  base: () => string
  tools: ReadonlyMap<string, NamedTool>
}): OutputWriter {
  const sink = itemSink(printer, losses, base)
  const live = new Map<number, Live>()
  /** Our index of an item that was carried as it came, by the vendor's. */
  const passed = new Map<number, number>()
  let message: OpenMessage | undefined

  function settle(): void {
    if (message === undefined) return
    const { first, index, id, content } = message
    message = undefined
    sink.done(index, messageItem(first, content, { id, status: 'completed' }))
  }

  function startContent(initial: Part, path: string): Live {
    const words = ownExtras(NAME, initial)?.spellings
    if (words?.item !== undefined) settle()
    if (message === undefined) {
      const index = sink.take()
      message = { first: initial, index, id: idOf(initial, 'msg', index, sink), content: [] }
      sink.add(index, messageItem(withoutStatus(initial), [], { id: message.id, status: 'in_progress' }))
    }
    const open = message
    const place = { item_id: open.id, output_index: open.index, content_index: open.content.length }
    let first = open.first
    // A message without content is only its header.
    const writer = words?.content === 'none' ? undefined : contentWriter(initial, place, path, printer, losses)
    return {
      grow(event) {
        const news = ownExtras(NAME, event)
        if (news !== undefined && place.content_index === 0) first = { ...first, extras: underId(news, open.id) }
        writer?.grow(event)
      },
      end() {
        if (writer !== undefined) open.content.push(writer.end())
        if (message === open) message = { ...open, first }
      },
    }
  }

  /** Some vendors end an answer with a proof and no words: a message of it would be an answer of its own, and the last. */
  function startLater(initial: Part, path: string): Live {
    let begun: Live | undefined
    return {
      grow(event) {
        begun ??= startContent(initial, path)
        begun.grow(event)
      },
      end: () => begun?.end(),
    }
  }

  /** An item whose beginning was carried as it came. */
  function endOf(known: number, item: () => JsonObject): Live {
    return { grow: () => undefined, end: () => sink.done(passed.get(known) ?? sink.take(), item()) }
  }

  function startUnknown(initial: Part & { kind: 'unknown' }): Live {
    settle()
    const known = ownExtras(NAME, initial)?.spellings?.added
    if (known !== undefined) return endOf(Number(known), () => initial.value)
    const index = sink.take()
    sink.add(index, initial.value)
    return { grow: () => undefined, end: () => sink.done(index, initial.value) }
  }

  /** A proof that another vendor put on a part which has no place for it here: an item of its own, right before. */
  function holdProof(part: Part, path: string): void {
    const { signature, signedBy } = part
    if (signature === undefined) return
    if (signedBy === undefined || signedBy === NAME) {
      losses.add(`${path}.signature`, 'not-expressible')
      return
    }
    settle()
    const index = sink.take()
    const id = sink.madeId('rs', index)
    const item: JsonObject = {
      type: 'reasoning',
      id,
      summary: [],
      encrypted_content: holdToken({ use: 'next', text: signature, signedBy }),
    }
    sink.add(index, { type: 'reasoning', id, summary: [] })
    sink.done(index, item)
  }

  function start(initial: Part, path: string): Live | undefined {
    const own = ownExtras(NAME, initial)
    if (own === undefined) nameForeignExtras(NAME, initial, path, losses)
    switch (initial.kind) {
      case 'text':
      case 'refusal':
        holdProof(initial, path)
        return own === undefined && initial.text === '' && initial.signature !== undefined
          ? startLater(initial, path)
          : startContent(initial, path)
      case 'reasoning':
        settle()
        return startThought(initial, path, sink)
      case 'tool-call':
        settle()
        holdProof(initial, path)
        return startCall(initial, path, tools, sink)
      case 'image': {
        const known = own?.spellings?.added
        if (known !== undefined) return endOf(Number(known), () => imageItem(initial, { status: 'completed' }))
        if (initial.source.kind !== 'base64') break
        settle()
        return startImage(initial, sink)
      }
      case 'unknown':
        if (own?.spellings?.place === 'content') return startContent(initial, path)
        if (own !== undefined) return startUnknown(initial)
    }
    losses.add(path, 'not-expressible')
    return undefined
  }

  return {
    push(event) {
      if (event.kind === 'part-started') {
        const started = start(event.initial, `choices[0].parts[${event.part}]`)
        if (started !== undefined) live.set(event.part, started)
      } else if (event.kind === 'part-delta') {
        nameForeignExtras(NAME, event, `choices[0].parts[${event.part}]`, losses)
        live.get(event.part)?.grow(event)
      } else {
        live.get(event.part)?.end()
        live.delete(event.part)
      }
    },
    pass(event, type) {
      const { type: _, sequence_number: __, output_index: found, ...fields } = event
      if (typeof found !== 'number') return printer.print(type, fields)
      if (type === 'response.output_item.added') {
        settle()
        passed.set(found, sink.take())
      }
      printer.print(type, { ...fields, output_index: passed.get(found) ?? found })
    },
    settle,
    pause() {
      if (live.size === 0) settle()
    },
    items: sink.items,
  }
}
