// The events of a stream. This runs for every frame that the gateway serves, so a frame's keys are walked once and nothing is made that is
// not needed; unread fields are carried in an event of their own, before the others of their frame.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { mergedUsage } from '../usage.ts'
import { choiceEnded, failed, readHead, restOf, unread, usageKnown } from './reply-events.ts'
import { BlockReader } from './stream-block.ts'

/** Reads the frames of one stream. */
export class StreamReader {
  readonly #blocks = new BlockReader()
  #messageId: Json | undefined
  #usage: JsonObject | undefined
  #isStarted = false
  #isOver = false
  #isFailed = false
  #hasReason = false

  /** Is no more to be read: did the stream end or fail? */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Would the reply be whole if the upstream closed now? */
  get isComplete(): boolean {
    return !this.#isFailed && (this.#isOver || this.#hasReason)
  }

  /** @param name the name of the frame, for vendors that leave the `type` out of its data */
  push(event: JsonObject, name: string): ChatEvent[] {
    const events: ChatEvent[] = []
    switch (event.type ?? name) {
      case 'content_block_delta':
        this.#blocks.grow(event, events)
        break
      case 'content_block_start':
        this.#blocks.start(event, events)
        break
      case 'content_block_stop':
        carryRest('content_block_stop', event, events)
        this.#blocks.stop(event, events)
        break
      case 'message_start':
        this.#start(event, events)
        break
      case 'message_delta':
        this.#readMessageDelta(event, events)
        break
      case 'message_stop':
        carryRest('message_stop', event, events)
        this.#isOver = true
        this.#blocks.stopAll(false, events)
        events.push({ kind: 'reply-ended' })
        break
      case 'ping':
        carryRest('ping', event, events)
        break
      case 'error':
        this.#fail(event, events)
        break
      default:
        if (isObject(event.error)) this.#fail(event, events)
        else events.push(unread('', event))
    }
    return events
  }

  /** Ends the open parts: the stream was cut off. */
  close(): ChatEvent[] {
    const events: ChatEvent[] = []
    this.#blocks.stopAll(true, events)
    return events
  }

  #start(event: JsonObject, events: ChatEvent[]): void {
    const message = isObject(event.message) ? event.message : {}
    if (this.#isStarted) {
      this.#startAgain(message, events)
      return
    }
    this.#isStarted = true
    this.#messageId = message.id
    const { started } = readHead(message, false, restOf(event, 'message'))
    events.push(started)
    if (isObject(message.usage)) this.#addUsage(message.usage, events)
    // An answer that needed no thinking (the continuation of a tool's own calls) comes whole in its beginning.
    if (Array.isArray(message.content)) {
      for (const block of message.content) if (isObject(block)) this.#blocks.addWhole(block, events)
    }
    if (typeof message.stop_reason === 'string') this.#endChoice(message.stop_reason, message.stop_sequence, {}, {}, events)
  }

  /**
   * The same beginning once more is ignored, as the vendor's own libraries do. Another message inside this one is a failure: some proxy began
   * again, and an open part, perhaps half a tool call, was never finished, so none of it may count as a response.
   */
  #startAgain(message: JsonObject, events: ChatEvent[]): void {
    if (message.id === this.#messageId || message.id === undefined) return
    const error = { type: 'api_error', message: 'the upstream began a second message inside the first' }
    this.#fail({ type: 'error', error }, events)
  }

  #addUsage(later: JsonObject, events: ChatEvent[]): void {
    this.#usage = mergedUsage(this.#usage, later)
    events.push(usageKnown(this.#usage))
  }

  #endChoice(reason: string, sequence: Json | undefined, fields: JsonObject, beside: JsonObject, events: ChatEvent[]): void {
    this.#hasReason = true
    events.push(choiceEnded(reason, sequence, fields, beside))
  }

  #fail(body: JsonObject, events: ChatEvent[]): void {
    this.#isFailed = true
    this.#isOver = true
    this.#blocks.stopAll(true, events)
    events.push(failed(body))
  }

  #readMessageDelta(event: JsonObject, events: ChatEvent[]): void {
    const delta = isObject(event.delta) ? event.delta : {}
    const fields: JsonObject = {}
    const beside: JsonObject = {}
    for (const key in delta) {
      if ((key !== 'stop_reason' && key !== 'stop_sequence') || delta[key] === null) put(fields, key, delta[key])
    }
    for (const key in event) {
      if (key !== 'type' && key !== 'delta' && !(key === 'usage' && isObject(event.usage))) put(beside, key, event[key])
    }
    if (typeof delta.stop_reason === 'string') this.#endChoice(delta.stop_reason, delta.stop_sequence, fields, beside, events)
    else if (Object.keys(fields).length > 0 || Object.keys(beside).length > 0)
      events.push(unread('message_delta', { ...beside, delta: fields }))
    if (isObject(event.usage)) this.#addUsage(event.usage, events)
  }
}

/** Carries the unread fields of a frame whose known fields are only its type and index. */
function carryRest(type: string, event: JsonObject, events: ChatEvent[]): void {
  const rest = restOf(event)
  if (rest !== undefined) events.push(unread(type, rest))
}
