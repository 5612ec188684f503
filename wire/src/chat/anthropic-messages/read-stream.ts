// The events of a stream. This runs for every frame that the gateway serves, so a frame's keys are walked once and nothing is made that is
// not needed; what is unknown is carried in an event of its own, before the others of its frame.
import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { added, put } from '../../reader.ts'
import type { ChatEvent } from '../event.ts'
import type { Part } from '../request.ts'
import { NAME, OWN } from './name.ts'
import { readCitation } from './read-block.ts'
import { choiceEnded, failed, readHead, replyPart, split, unread, usageKnown, wholePart } from './reply-events.ts'
import { mergedUsage } from './usage.ts'

export interface StreamReader {
  /** @param name the name of the frame */
  push(event: JsonObject, name: string): ChatEvent[]
  /** Ends what is open: the stream is over. */
  close(): ChatEvent[]
  readonly isOver: boolean
  readonly isComplete: boolean
}

/** A block that was started and not stopped. */
interface OpenBlock {
  readonly part: number
  /** Of a block that is carried whole: what it is so far. It is told when it is complete. */
  readonly whole: JsonObject | undefined
  /** The type of the deltas that such a block grew by, and the fields that they brought. */
  deltaType: string
  readonly grown: Set<string>
  readonly isCall: boolean
  /** The arguments that a call's start already had. */
  readonly input: string
  json: string
}

/**
 * A second beginning: the same one again is ignored, as the vendor's own libraries do. Another message inside this one is a failure: some
 * proxy began anew, and what is open, perhaps half a call of a tool, was never finished, so nothing of it may be taken for an answer.
 */
export function streamReader(): StreamReader {
  const blocks = new Map<number, OpenBlock>()
  let parts = 0
  let id: Json | undefined
  let isStarted = false
  let isOver = false
  let isFailed = false
  let hasReason = false
  let usage: JsonObject | undefined

  function start(event: JsonObject, events: ChatEvent[]): void {
    const message = isObject(event.message) ? event.message : {}
    if (isStarted) {
      if (message.id === id || message.id === undefined) return
      fail({ type: 'error', error: { type: 'api_error', message: 'the upstream began a second message inside the first' } }, events)
      return
    }
    isStarted = true
    id = message.id
    const { started } = readHead(message, false, restOf(event, 'message'))
    events.push(started)
    if (isObject(message.usage)) tellUsage(message.usage, events)
    // An answer that needed no thinking (the continuation of a tool's own calls) comes whole in its beginning.
    if (Array.isArray(message.content)) {
      for (const block of message.content) if (isObject(block)) events.push(...wholePart(replyPart(block), parts++))
    }
    if (typeof message.stop_reason === 'string') end(message.stop_reason, message.stop_sequence, {}, {}, events)
  }

  function tellUsage(later: JsonObject, events: ChatEvent[]): void {
    usage = mergedUsage(usage, later)
    events.push(usageKnown(usage))
  }

  function end(reason: string, sequence: Json | undefined, fields: JsonObject, beside: JsonObject, events: ChatEvent[]): void {
    hasReason = true
    events.push(choiceEnded(reason, sequence, fields, beside))
  }

  function fail(body: JsonObject, events: ChatEvent[]): void {
    isFailed = true
    isOver = true
    endBlocks(events, true)
    events.push(failed(body))
  }

  function startBlock(event: JsonObject, events: ChatEvent[]): void {
    const rest = restOf(event, 'content_block')
    if (rest !== undefined) events.push(unread('content_block_start', rest))
    const block = event.content_block
    if (!isObject(block)) return
    const index = indexOf(event)
    stopBlock(index, events)
    const content = replyPart(block)
    const part = parts++
    if (content.kind === 'unknown') {
      blocks.set(index, { part, whole: { ...block }, deltaType: '', grown: new Set(), isCall: false, input: '', json: '' })
      return
    }
    const { initial, text } = split(content)
    const isCall = initial.kind === 'tool-call'
    const input = text === '' ? '{}' : text
    blocks.set(index, { part, whole: undefined, deltaType: '', grown: new Set(), isCall, input, json: '' })
    events.push({ kind: 'part-started', choice: 0, part, initial: withSigner(initial) })
    if (!isCall && text !== '') events.push({ kind: 'part-delta', choice: 0, part, text })
  }

  function grow(event: JsonObject, events: ChatEvent[]): void {
    const delta = event.delta
    const open = blocks.get(indexOf(event))
    if (!isObject(delta) || open === undefined) {
      events.push(unread('', event))
      return
    }
    const rest = restOfDelta(event, delta)
    if (rest !== undefined) events.push(unread('content_block_delta', rest))
    const { part } = open
    if (open.whole !== undefined) {
      growWhole(open, open.whole, delta)
      return
    }
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

  function stopBlock(index: number, events: ChatEvent[]): void {
    const open = blocks.get(index)
    if (open === undefined) return
    blocks.delete(index)
    const { part } = open
    if (open.whole !== undefined) {
      if (open.json.trim() !== '') open.whole.input = parseJson(open.json) ?? open.json
      const content = replyPart(open.whole)
      // Told again as it came: what the deltas brought is brought by one.
      const spellings = { delta: open.deltaType, grown: [...open.grown].join(',') }
      events.push(...wholePart(open.grown.size === 0 ? content : { ...content, extras: { dialect: NAME, spellings } }, part))
      return
    }
    // A call without arguments grows by nothing, or by nothing but empty texts.
    if (open.isCall && open.json === '') events.push({ kind: 'part-delta', choice: 0, part, text: open.input })
    events.push({ kind: 'part-ended', choice: 0, part })
  }

  function endBlocks(events: ChatEvent[], isCut: boolean): void {
    for (const [index, open] of [...blocks]) {
      // A call that was cut off before its first argument is not one without arguments.
      if (isCut && open.isCall) open.json ||= ' '
      stopBlock(index, events)
    }
  }

  function readDelta(event: JsonObject, events: ChatEvent[]): void {
    const delta = isObject(event.delta) ? event.delta : {}
    const reason = delta.stop_reason
    const fields: JsonObject = {}
    const beside: JsonObject = {}
    for (const key in delta) {
      if ((key !== 'stop_reason' && key !== 'stop_sequence') || delta[key] === null) put(fields, key, delta[key])
    }
    for (const key in event)
      if (key !== 'type' && key !== 'delta' && !(key === 'usage' && isObject(event.usage))) put(beside, key, event[key])
    if (typeof reason === 'string') end(reason, delta.stop_sequence, fields, beside, events)
    else if (Object.keys(fields).length > 0 || Object.keys(beside).length > 0)
      events.push(unread('message_delta', { ...beside, delta: fields }))
    if (isObject(event.usage)) tellUsage(event.usage, events)
  }

  return {
    push(event, name) {
      const events: ChatEvent[] = []
      switch (event.type ?? name) {
        case 'content_block_delta':
          grow(event, events)
          break
        case 'content_block_start':
          startBlock(event, events)
          break
        case 'content_block_stop': {
          const rest = restOf(event)
          if (rest !== undefined) events.push(unread('content_block_stop', rest))
          stopBlock(indexOf(event), events)
          break
        }
        case 'message_start':
          start(event, events)
          break
        case 'message_delta':
          readDelta(event, events)
          break
        case 'message_stop': {
          const rest = restOf(event)
          if (rest !== undefined) events.push(unread('message_stop', rest))
          isOver = true
          endBlocks(events, false)
          events.push({ kind: 'reply-ended' })
          break
        }
        case 'ping': {
          const rest = restOf(event)
          if (rest !== undefined) events.push(unread('ping', rest))
          break
        }
        case 'error':
          fail(event, events)
          break
        default:
          if (isObject(event.error)) fail(event, events)
          else events.push(unread('', event))
      }
      return events
    },
    close() {
      const events: ChatEvent[] = []
      endBlocks(events, true)
      return events
    },
    get isOver() {
      return isOver
    },
    get isComplete() {
      return !isFailed && (isOver || hasReason)
    },
  }

  function indexOf(event: JsonObject): number {
    return typeof event.index === 'number' ? event.index : parts
  }
}

/** A proof that comes later belongs to the vendor whose stream this is. */
function withSigner(initial: Part): Part {
  return initial.kind === 'reasoning' && initial.signedBy === undefined ? { ...initial, signedBy: NAME } : initial
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
    const before = open.grown.has(key) ? whole[key] : undefined
    const value = delta[key]
    put(whole, key, typeof before === 'string' && typeof value === 'string' ? before + value : value)
    open.grown.add(key)
  }
}

/** The unread fields of a frame: all but its type, its index and what is read of it. */
function restOf(event: JsonObject, read?: string): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key in event) if (key !== 'type' && key !== 'index' && key !== read) rest = added(rest, key, event[key])
  return rest
}

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
