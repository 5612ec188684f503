// The content blocks of a stream as parts, from their starts, deltas and stops. A block that only this vendor knows is put together first
// and carried whole.
import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import { added, put } from '../../../encoding/reader.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { splitPart, wholePart } from '../../reply/part-events.ts'
import type { Part } from '../../request/request.ts'
import { NAME, OWN } from '../name.ts'
import { readCitation } from './block.ts'
import { replyPart, restOf, unread } from './reply-events.ts'

/** A block that was started and not stopped. */
interface OpenBlock {
  readonly part: number
  /** Of a block that is carried whole: what it is so far. It becomes a part when it is complete. */
  readonly whole: JsonObject | undefined
  /** Of a block that is carried whole: the type of its deltas and the fields in them. */
  deltaType: string
  readonly deltaFields: Set<string>
  readonly isCall: boolean
  /** The arguments that a call's start already had. */
  readonly initialInput: string
  /** The arguments that deltas brought. */
  json: string
}

/** Reads the blocks of one stream; each gets the next number as a part. */
export class BlockReader {
  readonly #open = new Map<number, OpenBlock>()
  #parts = 0

  /** Adds a block that came complete. */
  addWhole(block: JsonObject, events: ChatEvent[]): void {
    events.push(...wholePart(0, this.#parts++, replyPart(block)))
  }

  /** Reads a `content_block_start`. */
  start(event: JsonObject, events: ChatEvent[]): void {
    const rest = restOf(event, 'content_block')
    if (rest !== undefined) events.push(unread('content_block_start', rest))
    const block = event.content_block
    if (!isObject(block)) return
    const index = this.#indexOf(event)
    this.#stopIndex(index, events)
    const content = replyPart(block)
    const part = this.#parts++
    if (content.kind === 'unknown') {
      this.#open.set(index, openBlock(part, { ...block }, false, ''))
      return
    }
    const { initial, text } = splitPart(content)
    const isCall = initial.kind === 'tool-call'
    this.#open.set(index, openBlock(part, undefined, isCall, text === '' ? '{}' : text))
    events.push({ kind: 'part-started', choice: 0, part, initial: withSigner(initial) })
    if (!isCall && text !== '') events.push({ kind: 'part-delta', choice: 0, part, text })
  }

  /** Reads a `content_block_delta`. */
  grow(event: JsonObject, events: ChatEvent[]): void {
    const { delta } = event
    const open = this.#open.get(this.#indexOf(event))
    if (!isObject(delta) || open === undefined) {
      events.push(unread('', event))
      return
    }
    const rest = restOfDelta(event, delta)
    if (rest !== undefined) events.push(unread('content_block_delta', rest))
    if (open.whole !== undefined) growWhole(open, open.whole, delta)
    else growPart(open, delta, events)
  }

  /** Reads a `content_block_stop`. */
  stop(event: JsonObject, events: ChatEvent[]): void {
    this.#stopIndex(this.#indexOf(event), events)
  }

  /** Stops all blocks that are open. @param isCut was the stream cut off? */
  stopAll(isCut: boolean, events: ChatEvent[]): void {
    for (const [index, open] of [...this.#open]) {
      // A call that was cut off before its first argument is not one without arguments.
      if (isCut && open.isCall) open.json ||= ' '
      this.#stopIndex(index, events)
    }
  }

  #stopIndex(index: number, events: ChatEvent[]): void {
    const open = this.#open.get(index)
    if (open === undefined) return
    this.#open.delete(index)
    const { part } = open
    if (open.whole !== undefined) {
      events.push(...wholePart(0, part, completed(open, open.whole)))
      return
    }
    // A call without arguments grows by nothing, or by nothing but empty texts.
    if (open.isCall && open.json === '') events.push({ kind: 'part-delta', choice: 0, part, text: open.initialInput })
    events.push({ kind: 'part-ended', choice: 0, part })
  }

  #indexOf(event: JsonObject): number {
    return typeof event.index === 'number' ? event.index : this.#parts
  }
}

function openBlock(part: number, whole: JsonObject | undefined, isCall: boolean, initialInput: string): OpenBlock {
  return { part, whole, deltaType: '', deltaFields: new Set(), isCall, initialInput, json: '' }
}

/** A signature that comes later belongs to the vendor whose stream this is. */
function withSigner(initial: Part): Part {
  return initial.kind === 'reasoning' && initial.signedBy === undefined ? { ...initial, signedBy: NAME } : initial
}

function growPart(open: OpenBlock, delta: JsonObject, events: ChatEvent[]): void {
  const { part } = open
  switch (delta.type) {
    case 'text_delta':
      events.push({ kind: 'part-delta', choice: 0, part, text: textOf(delta.text) })
      return
    case 'thinking_delta':
      events.push({ kind: 'part-delta', choice: 0, part, text: textOf(delta.thinking) })
      return
    case 'input_json_delta': {
      const text = textOf(delta.partial_json)
      open.json += text
      events.push({ kind: 'part-delta', choice: 0, part, text })
      return
    }
    case 'signature_delta':
      events.push({ kind: 'part-delta', choice: 0, part, signature: textOf(delta.signature), extras: OWN })
      return
    case 'citations_delta':
      if (isObject(delta.citation))
        events.push({ kind: 'part-delta', choice: 0, part, citation: readCitation(delta.citation), extras: OWN })
      return
    default:
      events.push({ kind: 'part-delta', choice: 0, part, extras: { dialect: NAME, fields: delta, spellings: { delta: 'whole' } } })
  }
}

/** The deltas of a block that is carried whole: arguments are gathered as text, all other fields grow or are replaced. */
function growWhole(open: OpenBlock, whole: JsonObject, delta: JsonObject): void {
  if (delta.type === 'input_json_delta') {
    open.json += textOf(delta.partial_json)
    return
  }
  open.deltaType = textOf(delta.type)
  for (const key in delta) {
    if (key === 'type') continue
    const before = open.deltaFields.has(key) ? whole[key] : undefined
    const value = delta[key]
    put(whole, key, typeof before === 'string' && typeof value === 'string' ? before + value : value)
    open.deltaFields.add(key)
  }
}

/** The part of a block that is carried whole, with what a writer of this dialect needs to stream it again. */
function completed(open: OpenBlock, whole: JsonObject): Part {
  if (open.json.trim() !== '') whole.input = parseJson(open.json) ?? open.json
  const content = replyPart(whole)
  if (open.deltaFields.size === 0) return content
  return { ...content, extras: { dialect: NAME, spellings: { delta: open.deltaType, grown: [...open.deltaFields].join(',') } } }
}

/** By the type of a delta, the field that is read of it. */
const payloads: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
  signature_delta: 'signature',
  citations_delta: 'citation',
}

function restOfDelta(event: JsonObject, delta: JsonObject): JsonObject | undefined {
  let rest = restOf(event, 'delta')
  const payload = typeof delta.type === 'string' ? payloads[delta.type] : undefined
  // A delta of another type is carried whole.
  if (payload === undefined) return rest
  let inner: JsonObject | undefined
  for (const key in delta) if (key !== 'type' && key !== payload) inner = added(inner, key, delta[key])
  if (inner !== undefined) rest = added(rest, 'delta', inner)
  return rest
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
