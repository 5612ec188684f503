// The items of a reply, in a stream and whole: each is read from its events as they come, and completed by what it is when it is done, for
// vendors differ in what they leave out (deltas, annotations, the events of whole items).
import { attempt } from '../../../attempt.ts'
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { ChatEvent } from '../../reply/event.ts'
import type { Extras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { readCitation } from '../citations.ts'
import { NAME } from '../name.ts'
import { BETWEEN_THOUGHTS, readItem, underHeader, unknownItem } from './item.ts'
import { initialOf, opaque, splitPart } from './output-parts.ts'
import { readPart } from './part.ts'
import { sameJson } from './same-json.ts'

/** A part that goes on. */
interface OpenPart {
  readonly part: number
  readonly extras: Extras | undefined
  text: string
  citations: number
  hasLogprobs: boolean
  isEnded: boolean
}

interface Item {
  /** `message`: a part for each piece of content. `one`: a single part. `opaque`: carried as it comes. */
  readonly kind: 'message' | 'one' | 'opaque'
  readonly header: Extras | undefined
  /** By content index; the only part of an item that is one stands at 0. */
  readonly parts: (OpenPart | undefined)[]
  /** Thoughts: which section goes on. */
  section: string
}

/** Where a piece of a message stands: the item's index, and its own in the item's content. */
export interface ContentPlace {
  readonly index: number
  readonly content: number
}

/** Reads the items of one reply into events. */
export class OutputReader {
  readonly #items = new Map<number, Item>()
  #parts = 0
  #hasCalls = false

  get hasCalls(): boolean {
    return this.#hasCalls
  }

  /** Is this item one of those that are carried as they come? */
  isOpaque(index: number): boolean {
    return this.#items.get(index)?.kind === 'opaque'
  }

  isKnown(index: number): boolean {
    return this.#items.has(index)
  }

  added(index: number, value: JsonObject, events: ChatEvent[]): void {
    const initial = attempt(() => initialOf(value))
    if (initial === undefined) this.#items.set(index, newItem('opaque'))
    else if (!('kind' in initial)) this.#items.set(index, newItem('message', initial))
    else {
      const item = newItem('one')
      this.#items.set(index, item)
      this.#start(item, 0, initial, events)
    }
  }

  done(index: number, value: JsonObject, events: ChatEvent[]): void {
    const isOpaque = this.isOpaque(index)
    const read = isOpaque ? opaque(value, index) : (attempt(() => readItem(value, 'item', 'reply')) ?? [unknownItem(value)])
    const item = this.#itemAt(index, 'one')
    for (const [content, part] of read.entries()) {
      const open = item.parts[content]
      if (open === undefined) this.#wholePart(part, item, content, events)
      else this.#complete(open, part, events)
    }
    for (const open of item.parts) if (open !== undefined) this.#end(open, events)
  }

  contentAdded({ index, content }: ContentPlace, part: Json | undefined, events: ChatEvent[]): void {
    const item = this.#itemAt(index, 'message')
    if (item.kind !== 'message' || item.parts[content] !== undefined || !isObject(part)) return
    const read = attempt(() => readPart(part, 'part', 'output_text'))
    if (read === undefined) return
    const { initial, text } = splitPart(headed(item, read))
    this.#append(this.#start(item, content, initial, events), text, undefined, events)
  }

  /** A delta of a message's text or refusal. */
  messageDelta(place: ContentPlace, kind: 'text' | 'refusal', text: string, logprobs: Json | undefined, events: ChatEvent[]): void {
    const hasLogprobs = Array.isArray(logprobs) && logprobs.length > 0
    this.#append(this.#contentAt(place, kind, events), text, hasLogprobs ? logprobs : undefined, events)
  }

  /** A delta of a call's arguments or input. */
  callDelta(index: number, text: string, events: ChatEvent[]): void {
    const open = this.#items.get(index)?.parts[0]
    if (open !== undefined) this.#append(open, text, undefined, events)
  }

  /** A delta of a thought; every summary and content of it is a section of the one text. */
  reasoningDelta(index: number, section: string, text: string, events: ChatEvent[]): void {
    const item = this.#itemAt(index, 'one')
    const open = item.parts[0] ?? this.#start(item, 0, { kind: 'reasoning', text: '', signedBy: NAME }, events)
    if (item.section !== section) this.#beginSection(item, open, section, events)
    this.#append(open, text, undefined, events)
  }

  citation(place: ContentPlace, annotation: JsonObject, events: ChatEvent[]): void {
    const open = this.#contentAt(place, 'text', events)
    open.citations += 1
    events.push({ kind: 'part-delta', choice: 0, part: open.part, citation: readCitation(annotation) })
  }

  /** The whole text of a part, where not all of it came as deltas. */
  wholeText({ index, content }: ContentPlace, text: string, events: ChatEvent[]): void {
    const open = this.#items.get(index)?.parts[content]
    if (open !== undefined) this.#appendRest(open, text, events)
  }

  /** Ends the open parts. */
  close(events: ChatEvent[]): void {
    for (const item of this.#items.values()) for (const open of item.parts) if (open !== undefined) this.#end(open, events)
  }

  #itemAt(index: number, kind: Item['kind']): Item {
    let item = this.#items.get(index)
    if (item === undefined) {
      item = newItem(kind)
      this.#items.set(index, item)
    }
    return item
  }

  /** The part of a message at a place, started now where the vendor sent no start of it. */
  #contentAt({ index, content }: ContentPlace, kind: 'text' | 'refusal', events: ChatEvent[]): OpenPart {
    const item = this.#itemAt(index, 'message')
    return item.parts[content] ?? this.#start(item, content, headed(item, { kind, text: '' }), events)
  }

  #start(item: Item, content: number, initial: Part, events: ChatEvent[]): OpenPart {
    const open: OpenPart = { part: this.#parts++, extras: initial.extras, text: '', citations: 0, hasLogprobs: false, isEnded: false }
    item.parts[content] = open
    if (initial.kind === 'tool-call') this.#hasCalls = true
    events.push({ kind: 'part-started', choice: 0, part: open.part, initial })
    return open
  }

  #append(open: OpenPart, text: string, logprobs: Json | undefined, events: ChatEvent[]): void {
    if (text === '' && logprobs === undefined) return
    open.text += text
    if (logprobs !== undefined) open.hasLogprobs = true
    events.push({
      kind: 'part-delta',
      choice: 0,
      part: open.part,
      text,
      ...(logprobs !== undefined && { logprobs: { content: logprobs, refusal: null } }),
    })
  }

  /** What of a whole text has not come yet; nothing where another text came. */
  #appendRest(open: OpenPart, text: string, events: ChatEvent[]): void {
    if (text.length > open.text.length && text.startsWith(open.text)) this.#append(open, text.slice(open.text.length), undefined, events)
  }

  #beginSection(item: Item, open: OpenPart, section: string, events: ChatEvent[]): void {
    const isFirst = item.section === ''
    item.section = section
    // A thought begins with a summary, as a rule.
    if (isFirst && section.startsWith('summary')) return
    if (!isFirst) open.text += BETWEEN_THOUGHTS
    const more = isFirst ? {} : { text: BETWEEN_THOUGHTS }
    events.push({ kind: 'part-delta', choice: 0, part: open.part, ...more, extras: { dialect: NAME, spellings: { section } } })
  }

  /** What a whole part has beyond what came of it as deltas. */
  #complete(open: OpenPart, whole: Part, events: ChatEvent[]): void {
    const { part } = open
    const { initial, text, logprobs, citations } = splitPart(whole)
    this.#appendRest(open, text, events)
    if (logprobs !== undefined && !open.hasLogprobs)
      events.push({ kind: 'part-delta', choice: 0, part, logprobs: { content: logprobs, refusal: null } })
    for (const citation of citations.slice(open.citations)) events.push({ kind: 'part-delta', choice: 0, part, citation })
    const { extras } = initial
    const tokens = initial.kind === 'reasoning' ? defined({ encrypted: initial.encrypted, signature: initial.signature }) : {}
    const isChanged = extras !== undefined && !sameJson(extras, open.extras)
    if (isChanged || Object.keys(tokens).length > 0) {
      events.push({ kind: 'part-delta', choice: 0, part, ...tokens, ...(isChanged && { extras }) })
    }
    this.#end(open, events)
  }

  #wholePart(whole: Part, item: Item, content: number, events: ChatEvent[]): void {
    const { initial, text, logprobs, citations } = splitPart(whole)
    const open = this.#start(item, content, initial, events)
    this.#append(open, text, logprobs, events)
    for (const citation of citations) events.push({ kind: 'part-delta', choice: 0, part: open.part, citation })
    this.#end(open, events)
  }

  #end(open: OpenPart, events: ChatEvent[]): void {
    if (open.isEnded) return
    open.isEnded = true
    events.push({ kind: 'part-ended', choice: 0, part: open.part })
  }
}

function newItem(kind: Item['kind'], header?: Extras): Item {
  return { kind, header, parts: [], section: '' }
}

/** The first part of a message carries the message's header. */
function headed(item: Item, initial: Part): Part {
  return item.parts.length === 0 && item.header !== undefined ? underHeader(initial, item.header) : initial
}
