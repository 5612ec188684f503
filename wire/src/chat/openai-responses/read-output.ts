// The items of a reply, in a stream and whole: each is read from what its events tell as they come, and completed by what it is when it is
// done, for vendors differ in what they leave out (deltas, annotations, the events of whole items).

import { attempt } from '../../attempt.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { reader } from '../../reader.ts'
import type { ChatEvent } from '../event.ts'
import type { Extras } from '../extras.ts'
import type { Citation, Part } from '../request.ts'
import { readCitation } from './citations.ts'
import { NAME } from './name.ts'
import { BETWEEN_THOUGHTS, messageHeader, readCall, readItem, readReasoning, underHeader, unknownItem } from './read-item.ts'
import { readPart } from './read-part.ts'
import { sameJson } from './same-json.ts'

/** A part that goes on. */
interface Open {
  readonly part: number
  readonly extras: Extras | undefined
  text: string
  citations: number
  hasLogprobs: boolean
  isEnded: boolean
}

interface Item {
  readonly kind: 'message' | 'one' | 'opaque'
  readonly header: Extras | undefined
  /** By content index; the only part of an item that is one stands at 0. */
  readonly parts: (Open | undefined)[]
  /** Thoughts: which section goes on. */
  section: string
}

/** Reads the items of one reply into events. */
export interface OutputReader {
  added(index: number, value: JsonObject, events: ChatEvent[]): void
  done(index: number, value: JsonObject, events: ChatEvent[]): void
  contentAdded(index: number, content: number, part: Json | undefined, events: ChatEvent[]): void
  /** Text that grows: of a message, a refusal, a call. */
  grow(
    index: number,
    content: number,
    kind: 'text' | 'refusal' | 'call',
    text: string,
    logprobs: Json | undefined,
    events: ChatEvent[],
  ): void
  /** A thought that grows; every summary and content of it is a section of the one text. */
  think(index: number, section: string, text: string, events: ChatEvent[]): void
  cite(index: number, content: number, annotation: JsonObject, events: ChatEvent[]): void
  /** The whole text of a part, where not all of it came as deltas. */
  complete(index: number, content: number, text: string, events: ChatEvent[]): void
  /** Is this item one of those that are carried as they come? */
  isOpaque(index: number): boolean
  isKnown(index: number): boolean
  /** Ends what is open. */
  close(events: ChatEvent[]): void
  readonly hasCalls: boolean
}

export function outputReader(): OutputReader {
  const items = new Map<number, Item>()
  let parts = 0
  let hasCalls = false

  function start(item: Item | undefined, content: number, initial: Part, events: ChatEvent[]): Open {
    const open: Open = { part: parts++, extras: initial.extras, text: '', citations: 0, hasLogprobs: false, isEnded: false }
    if (item !== undefined) item.parts[content] = open
    if (initial.kind === 'tool-call') hasCalls = true
    events.push({ kind: 'part-started', choice: 0, part: open.part, initial })
    return open
  }

  function end(open: Open, events: ChatEvent[]): void {
    if (open.isEnded) return
    open.isEnded = true
    events.push({ kind: 'part-ended', choice: 0, part: open.part })
  }

  function append(open: Open, text: string, logprobs: Json | undefined, events: ChatEvent[]): void {
    if (text === '' && logprobs === undefined) return
    open.text += text
    if (logprobs !== undefined) open.hasLogprobs = true
    events.push({
      kind: 'part-delta',
      choice: 0,
      part: open.part,
      text,
      ...(logprobs !== undefined && { logprobs: { content: logprobs } }),
    })
  }

  function itemAt(index: number, kind: Item['kind']): Item {
    let item = items.get(index)
    if (item === undefined) {
      item = { kind, header: undefined, parts: [], section: '' }
      items.set(index, item)
    }
    return item
  }

  /** The part of a message at a place, begun now where the vendor did not say that it begins. */
  function contentAt(index: number, content: number, kind: 'text' | 'refusal', events: ChatEvent[]): Open {
    const item = itemAt(index, 'message')
    return item.parts[content] ?? start(item, content, headed(item, { kind, text: '' }), events)
  }

  function headed(item: Item, initial: Part): Part {
    return item.parts.length === 0 && item.header !== undefined ? underHeader(initial, item.header) : initial
  }

  /** What a whole part has beyond what was told of it. */
  function finish(open: Open, whole: Part, events: ChatEvent[]): void {
    const { part } = open
    const { initial, text, logprobs, citations } = divide(whole)
    if (text.length > open.text.length && text.startsWith(open.text)) append(open, text.slice(open.text.length), undefined, events)
    if (logprobs !== undefined && !open.hasLogprobs) events.push({ kind: 'part-delta', choice: 0, part, logprobs: { content: logprobs } })
    for (const citation of citations.slice(open.citations)) events.push({ kind: 'part-delta', choice: 0, part, citation })
    const { extras } = initial
    const token = initial.kind === 'reasoning' ? { ...pick(initial, 'encrypted'), ...pick(initial, 'signature') } : {}
    const isNews = extras !== undefined && !sameJson(extras, open.extras)
    if (isNews || Object.keys(token).length > 0) {
      events.push({ kind: 'part-delta', choice: 0, part, ...token, ...(isNews && { extras }) })
    }
    end(open, events)
  }

  function whole(part: Part, item: Item, content: number, events: ChatEvent[]): void {
    const { initial, text, logprobs, citations } = divide(part)
    const open = start(item, content, initial, events)
    append(open, text, logprobs, events)
    for (const citation of citations) events.push({ kind: 'part-delta', choice: 0, part: open.part, citation })
    end(open, events)
  }

  return {
    get hasCalls() {
      return hasCalls
    },
    isOpaque: (index) => items.get(index)?.kind === 'opaque',
    isKnown: (index) => items.has(index),

    added(index, value, events) {
      const initial = attempt(() => initialOf(value))
      if (initial === undefined) items.set(index, { kind: 'opaque', header: undefined, parts: [], section: '' })
      else if ('kind' in initial) {
        const item: Item = { kind: 'one', header: undefined, parts: [], section: '' }
        items.set(index, item)
        start(item, 0, initial, events)
      } else items.set(index, { kind: 'message', header: initial, parts: [], section: '' })
    },

    done(index, value, events) {
      const before = items.get(index)
      const read =
        before?.kind === 'opaque' ? opaque(value, index) : (attempt(() => readItem(value, 'item', 'reply')) ?? [unknownItem(value)])
      const item = before ?? itemAt(index, 'one')
      for (const [content, part] of read.entries()) {
        const open = item.parts[content]
        if (open === undefined) whole(part, item, content, events)
        else finish(open, part, events)
      }
      for (const open of item.parts) if (open !== undefined) end(open, events)
    },

    contentAdded(index, content, part, events) {
      const item = itemAt(index, 'message')
      if (item.kind !== 'message' || item.parts[content] !== undefined || !isObject(part)) return
      const read = attempt(() => readPart(part, 'part', 'output_text'))
      if (read === undefined) return
      const { initial, text } = divide(headed(item, read))
      append(start(item, content, initial, events), text, undefined, events)
    },

    grow(index, content, kind, text, logprobs, events) {
      const open = kind === 'call' ? items.get(index)?.parts[0] : contentAt(index, content, kind, events)
      if (open !== undefined) append(open, text, Array.isArray(logprobs) && logprobs.length > 0 ? logprobs : undefined, events)
    },

    think(index, section, text, events) {
      const item = itemAt(index, 'one')
      const open = item.parts[0] ?? start(item, 0, { kind: 'reasoning', text: '', signedBy: NAME }, events)
      if (item.section !== section) {
        const isFirst = item.section === ''
        item.section = section
        // The first summary needs no word.
        if (!isFirst || !section.startsWith('summary')) {
          if (!isFirst) open.text += BETWEEN_THOUGHTS
          const more = isFirst ? {} : { text: BETWEEN_THOUGHTS }
          events.push({ kind: 'part-delta', choice: 0, part: open.part, ...more, extras: { dialect: NAME, spellings: { section } } })
        }
      }
      append(open, text, undefined, events)
    },

    cite(index, content, annotation, events) {
      const open = contentAt(index, content, 'text', events)
      open.citations += 1
      events.push({ kind: 'part-delta', choice: 0, part: open.part, citation: readCitation(annotation) })
    },

    complete(index, content, text, events) {
      const open = items.get(index)?.parts[content]
      if (open !== undefined && text.length > open.text.length && text.startsWith(open.text)) {
        append(open, text.slice(open.text.length), undefined, events)
      }
    },

    close(events) {
      for (const item of items.values()) for (const open of item.parts) if (open !== undefined) end(open, events)
    },
  }
}

/** An item that was carried as it came: what it is in the end. */
function opaque(value: JsonObject, index: number): Part[] {
  const words = { added: String(index) }
  const image = value.type === 'image_generation_call' ? attempt(() => readItem(value, 'item', 'reply')) : undefined
  const [part] = image ?? []
  if (part?.kind !== 'image') return [unknownItem(value, words)]
  return [{ ...part, extras: { dialect: NAME, ...part.extras, spellings: { ...part.extras?.spellings, ...words } } }]
}

/** What is known of an item at its start: what is said of a message, the initial of an item that is one part; undefined for any other. */
function initialOf(value: JsonObject): Part | Extras | undefined {
  const r = reader(value, 'item')
  switch (value.type) {
    case 'message':
      r.take('content')
      return begun(messageHeader(r, 'reply'))
    case 'function_call':
    case 'custom_tool_call': {
      const call = readCall(r, 'reply')
      return { ...call, argumentsText: '', extras: begun(call.extras ?? { dialect: NAME }) }
    }
    case 'reasoning': {
      const { text: _, encrypted: __, signature: ___, ...thought } = readReasoning(r, 'reply')
      return { ...thought, text: '', signedBy: NAME, extras: withoutThoughts(begun(thought.extras ?? { dialect: NAME })) }
    }
    default:
      return undefined
  }
}

/** A status at the start says nothing of the one at the end. */
function begun(extras: Extras): Extras {
  const { itemStatus: _, ...spellings } = extras.spellings ?? {}
  return { ...extras, spellings }
}

function withoutThoughts(extras: Extras): Extras {
  const { summary: _, content: __, ...spellings } = extras.spellings ?? {}
  return { ...extras, spellings }
}

/** A whole part as what is known at its start and that by which it grows. */
function divide(part: Part): { initial: Part; text: string; logprobs?: Json; citations: readonly Citation[] } {
  switch (part.kind) {
    case 'text': {
      const { citations = [], ...initial } = part
      const { logprobs, ...others } = part.extras?.fields ?? {}
      if (!Array.isArray(logprobs) || part.extras === undefined) return { initial: { ...initial, text: '' }, text: part.text, citations }
      const { fields: _, ...carried } = part.extras
      const extras: Extras = Object.keys(others).length > 0 ? { ...carried, fields: others } : carried
      return { initial: { ...initial, text: '', extras }, text: part.text, logprobs, citations }
    }
    case 'refusal':
      return { initial: { ...part, text: '' }, text: part.text, citations: [] }
    case 'reasoning':
      return { initial: { ...part, text: '' }, text: part.text, citations: [] }
    case 'tool-call':
      return { initial: { ...part, argumentsText: '' }, text: part.argumentsText, citations: [] }
    default:
      return { initial: part, text: '', citations: [] }
  }
}

function pick<T extends object, K extends keyof T>(from: T, key: K): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {}
  if (from[key] !== undefined) picked[key] = from[key]
  return picked
}
