import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import { added, put } from '../../../encoding/reader.ts'
import { type Frame, isDone } from '../../../encoding/sse.ts'
import { normalizeStatus } from '../../../failure-facts.ts'
import { readErrorObject } from '../../../openai/error.ts'
import { readUsage } from '../../../openai/usage.ts'
import type { ReaderOptions, ReplyReader } from '../../dialect.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent, ReplyFailed, UsageKnown } from '../../reply/event.ts'
import { type ToolUses, withTerms } from '../../reply/usage.ts'
import { flatError } from '../error.ts'
import { NAME } from '../name.ts'
import { endMeaning, rawReason, started, unknownOf } from './head.ts'
import { type ContentPlace, OutputReader } from './output.ts'

/** Fields of an event that only locate it or mean nothing: obfuscation only hides the length of a text. */
const PLACE_FIELDS = 'type sequence_number item_id output_index content_index summary_index annotation_index obfuscation'.split(' ')
/** The known fields of each event that is read. */
const KNOWN_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'response.created': ['response'],
    'response.in_progress': ['response'],
    'response.output_item.added': ['item'],
    'response.output_item.done': ['item'],
    'response.content_part.added': ['part'],
    'response.content_part.done': ['part'],
    'response.output_text.delta': ['delta', 'logprobs'],
    'response.output_text.done': ['text', 'logprobs'],
    'response.output_text.annotation.added': ['annotation'],
    'response.refusal.delta': ['delta'],
    'response.refusal.done': ['refusal'],
    'response.function_call_arguments.delta': ['delta'],
    'response.function_call_arguments.done': ['arguments', 'name'],
    'response.custom_tool_call_input.delta': ['delta'],
    'response.custom_tool_call_input.done': ['input'],
    'response.reasoning_summary_part.added': ['part'],
    'response.reasoning_summary_part.done': ['part'],
    'response.reasoning_summary_text.delta': ['delta'],
    'response.reasoning_summary_text.done': ['text'],
    'response.reasoning_text.delta': ['delta'],
    'response.reasoning_text.done': ['text'],
  }).map(([type, fields]) => [type, new Set([...PLACE_FIELDS, ...fields])]),
)
/** The known fields of the events that end a response. */
const END_FIELDS: ReadonlySet<string> = new Set([...PLACE_FIELDS, 'response'])

/**
 * Reads the replies of this dialect: the events of a stream, or a whole response in one frame. Never throws.
 *
 * Every frame costs one `JSON.parse` and a walk over its keys. What comes after the end of the response is left out.
 */
export class ResponseReader implements ReplyReader {
  readonly #isStream: boolean
  readonly #output = new OutputReader()
  #isStarted = false
  #isOver = false
  #isFailed = false
  /** Unknown fields of the response that the head carried. */
  #headFields: JsonObject | undefined

  constructor({ stream }: ReaderOptions) {
    this.#isStream = stream
  }

  get isComplete(): boolean {
    return this.#isOver && this.#isStarted && !this.#isFailed
  }

  push(frame: Frame): ChatEvent[] {
    const { data } = frame
    if (data === undefined || this.#isOver) return []
    if (this.#isStream && isDone(frame)) return this.#closeAtDone()
    const value = parseJson(data)
    if (!isObject(value)) return data.trim() === '' ? [] : [{ kind: 'unknown', extras: { dialect: NAME }, text: data }]
    if (typeof value.type === 'string' && this.#isStream) return this.#readEvent(value, value.type, data)
    return this.#readWhole(value, data)
  }

  end(): ChatEvent[] {
    const events: ChatEvent[] = []
    if (!this.#isOver) this.#output.close(events)
    return events
  }

  #readEvent(value: JsonObject, type: string, data: string): ChatEvent[] {
    const events: ChatEvent[] = []
    const fields = KNOWN_FIELDS.get(type)
    const { response } = value
    if (fields !== undefined) {
      carryRest(value, type, fields, events)
      if (type.endsWith('.delta')) this.#readDelta(value, type, events)
      else this.#readKnown(value, type, data, events)
    } else if (type === 'error') events.push(this.#fail(isObject(value.error) ? value.error : flatError(value), data))
    else if (isObject(response) && isEnd(type)) {
      carryRest(value, type, END_FIELDS, events)
      this.#end(response, value, data, events)
    } else if (type === 'response.queued' || (typeof value.output_index === 'number' && this.#output.isOpaque(value.output_index))) {
      events.push(passedOn(data))
    } else if (type !== 'keepalive') events.push({ kind: 'unknown', extras: { dialect: NAME, fields: value } })
    return events
  }

  #readDelta(value: JsonObject, type: string, events: ChatEvent[]): void {
    const index = indexOf(value.output_index)
    const text = typeof value.delta === 'string' ? value.delta : ''
    switch (type) {
      case 'response.output_text.delta':
        this.#output.messageDelta(placeOf(value), 'text', text, value.logprobs, events)
        break
      case 'response.refusal.delta':
        this.#output.messageDelta(placeOf(value), 'refusal', text, undefined, events)
        break
      case 'response.reasoning_summary_text.delta':
        this.#output.reasoningDelta(index, `summary ${indexOf(value.summary_index)}`, text, events)
        break
      case 'response.reasoning_text.delta':
        this.#output.reasoningDelta(index, `content ${indexOf(value.content_index)}`, text, events)
        break
      default:
        this.#output.callDelta(index, text, events)
    }
  }

  #readKnown(value: JsonObject, type: string, data: string, events: ChatEvent[]): void {
    const place = placeOf(value)
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        if (isObject(value.response)) this.#begin(value.response, data, events)
        break
      case 'response.output_item.added':
        if (isObject(value.item)) this.#addItem(place.index, value.item, data, events)
        break
      case 'response.output_item.done':
        if (isObject(value.item)) this.#output.done(place.index, value.item, events)
        break
      case 'response.content_part.added':
        this.#output.contentAdded(place, value.part, events)
        break
      case 'response.output_text.annotation.added':
        if (isObject(value.annotation)) this.#output.citation(place, value.annotation, events)
        break
      default: {
        // Finished content is read again with its item, but a text that came without deltas is passed on at once.
        const whole = value.text ?? value.refusal ?? value.arguments ?? value.input
        if (typeof whole === 'string' && !type.includes('reasoning')) this.#output.wholeText(place, whole, events)
      }
    }
  }

  #addItem(index: number, item: JsonObject, data: string, events: ChatEvent[]): void {
    this.#output.added(index, item, events)
    if (!this.#output.isOpaque(index)) return
    // The event is passed on as it came, with its unknown fields.
    events.length = 0
    events.push(passedOn(data))
  }

  #begin(response: JsonObject, data: string, events: ChatEvent[]): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#headFields = unknownOf(response)
    events.push(started(response, this.#headFields, data))
  }

  /** Some relays put the error beside the response that failed. */
  #end(response: JsonObject, { type, error }: JsonObject, data: string, events: ChatEvent[]): void {
    this.#begin(response, data, events)
    if (type !== 'response.failed') this.#finish(response, data, events)
    else events.push(this.#fail([response.error, error].find(isObject) ?? {}, data), ...usageOf(response))
  }

  /** The end of a response: what of its items has not come yet, how it ended, its usage. */
  #finish(response: JsonObject, data: string, events: ChatEvent[]): void {
    this.#isOver = true
    const items = Array.isArray(response.output) ? response.output : []
    for (const [index, item] of items.entries()) {
      if (isObject(item) && !this.#output.isKnown(index)) this.#output.done(index, item, events)
    }
    this.#output.close(events)
    const raw = rawReason(response)
    const fields = unknownOf(response, this.#headFields)
    events.push(
      {
        kind: 'choice-ended',
        choice: 0,
        ...endedAs(endMeaning(raw, this.#output.hasCalls)),
        ...(raw !== undefined && { rawReason: raw }),
        extras: { dialect: NAME, ...(fields && { fields }), spellings: { head: data } },
      },
      ...usageOf(response),
      { kind: 'reply-ended' },
    )
  }

  /** Some vendors close with the older dialect's mark and nothing before it. */
  #closeAtDone(): ChatEvent[] {
    this.#isOver = true
    const events: ChatEvent[] = []
    this.#output.close(events)
    if (this.#isFailed) return events
    const reason = this.#output.hasCalls ? 'tool-calls' : 'stop'
    return [...events, { kind: 'choice-ended', choice: 0, reason }, { kind: 'reply-ended' }]
  }

  #fail(error: JsonObject, data: string): ReplyFailed {
    this.#isFailed = true
    const extras = { dialect: NAME, spellings: { frame: data } }
    return defined({ kind: 'reply-failed' as const, ...readErrorObject(error), status: normalizeStatus(error), extras })
  }

  #readWhole(value: JsonObject, data: string): ChatEvent[] {
    const isResponse = Array.isArray(value.output)
    const isError = isObject(value.error) || (typeof value.error === 'string' && value.error !== '')
    if (!isResponse && !isError) return [{ kind: 'unknown', extras: { dialect: NAME, fields: value } }]
    const events: ChatEvent[] = []
    if (isResponse) this.#begin(value, data, events)
    if (!isError) this.#finish(value, data, events)
    else events.push(this.#fail(isObject(value.error) ? value.error : { message: value.error }, data), ...usageOf(value))
    return events
  }
}

/** An event's unknown fields, sent before its content; a writer merges them into the next event of its type. */
function carryRest(value: JsonObject, type: string, fields: ReadonlySet<string>, events: ChatEvent[]): void {
  let rest: JsonObject | undefined
  for (const key in value) {
    if (fields.has(key)) continue
    if (rest === undefined) rest = added(undefined, key, value[key])
    else put(rest, key, value[key])
  }
  if (rest !== undefined) events.push({ kind: 'unknown', extras: { dialect: NAME, fields: rest, spellings: { under: type } } })
}

/** An event of an item that is carried unchanged; other dialects lose the item itself. */
function passedOn(data: string): ChatEvent {
  return { kind: 'unknown', extras: { dialect: NAME, spellings: { frame: data } } }
}

function usageOf(response: JsonObject): UsageKnown[] {
  const { usage } = response
  if (!isObject(usage)) return []
  const counted = withTerms(readUsage(usage), [response.service_tier], usesOf(response))
  return [{ kind: 'usage-known', usage: counted, extras: { dialect: NAME, fields: usage } }]
}

/** Tools that the vendor ran for a response. Opening a page and finding in it are free; the response repeats which search tool it was given. */
function usesOf({ output, tools }: JsonObject): ToolUses {
  if (!Array.isArray(output)) return {}
  let searches = 0
  let fileSearches = 0
  for (const item of output) {
    if (!isObject(item)) continue
    if (item.type === 'file_search_call') fileSearches += 1
    if (item.type !== 'web_search_call') continue
    if (!isObject(item.action) || item.action.type === undefined || item.action.type === 'search') searches += 1
  }
  const isPreview = Array.isArray(tools) && tools.some((tool) => isObject(tool) && String(tool.type).startsWith('web_search_preview'))
  return {
    ...(searches > 0 && { [isPreview ? 'webSearchPreview' : 'webSearch']: searches }),
    ...(fileSearches > 0 && { fileSearch: fileSearches }),
  }
}

function isEnd(type: string): boolean {
  return type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed' || type === 'response.cancelled'
}

function placeOf(value: JsonObject): ContentPlace {
  return { index: indexOf(value.output_index), content: indexOf(value.content_index) }
}

function indexOf(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 && value < 100_000 ? value : 0
}
