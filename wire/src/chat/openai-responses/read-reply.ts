import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { readErrorObject } from '../../openai/error.ts'
import { readUsage } from '../../openai/usage.ts'
import { added, put } from '../../reader.ts'
import { type Frame, isDone } from '../../sse.ts'
import type { ReplyReader } from '../dialect.ts'
import type { ChatEvent, ReplyFailed, UsageKnown } from '../event.ts'
import { type ToolUses, withTerms } from '../usage.ts'
import { rawReason, started, stopReason, unknownOf } from './head.ts'
import { NAME } from './name.ts'
import { outputReader } from './read-output.ts'

/** Fields of an event that say where it belongs or nothing at all: obfuscation only hides how long a text is. */
const places: ReadonlySet<string> = new Set(
  'type sequence_number item_id output_index content_index summary_index annotation_index obfuscation'.split(' '),
)
/** All that is known of each event that is read: its place, and what it says. */
const said: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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
  }).map(([type, fields]) => [type, new Set([...places, ...fields])]),
)
const ended: ReadonlySet<string> = new Set([...places, 'response'])

/**
 * Reads the replies of this dialect: the events of a stream, or a whole response in one frame. Never throws.
 *
 * Every frame costs one `JSON.parse` and a walk over its keys. What comes after the end of the response is left out.
 */
export function replyReader(options: { stream: boolean }): ReplyReader {
  const output = outputReader()
  let isStarted = false
  let isOver = false
  let isFailed = false
  let told: JsonObject | undefined

  function readFrame(frame: Frame): ChatEvent[] {
    const { data } = frame
    if (data === undefined || isOver) return []
    if (options.stream && isDone(frame)) return closeUnsaid()
    const value = parseJson(data)
    if (!isObject(value)) return data.trim() === '' ? [] : [{ kind: 'unknown', extras: { dialect: NAME }, text: data }]
    if (typeof value.type === 'string' && options.stream) return readEvent(value, value.type, data)
    return readWhole(value, data)
  }

  function readEvent(value: JsonObject, type: string, data: string): ChatEvent[] {
    const events: ChatEvent[] = []
    const fields = said.get(type)
    const { response } = value
    if (fields !== undefined) {
      carryRest(value, type, fields, events)
      readKnown(value, type, data, events)
    } else if (type === 'error') events.push(fail(isObject(value.error) ? value.error : value, data))
    else if (isObject(response) && isEnd(type)) {
      carryRest(value, type, ended, events)
      begin(response, data, events)
      if (type === 'response.failed') events.push(fail(isObject(response.error) ? response.error : {}, data), ...usageOf(response))
      else finish(response, data, events)
    } else if (type === 'response.queued' || (typeof value.output_index === 'number' && output.isOpaque(value.output_index))) {
      events.push(passed(data))
    } else if (type !== 'keepalive') events.push({ kind: 'unknown', extras: { dialect: NAME, fields: value } })
    return events
  }

  function readKnown(value: JsonObject, type: string, data: string, events: ChatEvent[]): void {
    const index = place(value.output_index)
    const content = place(value.content_index)
    const text = typeof value.delta === 'string' ? value.delta : ''
    switch (type) {
      case 'response.output_text.delta':
        output.grow(index, content, 'text', text, value.logprobs, events)
        break
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        output.grow(index, 0, 'call', text, undefined, events)
        break
      case 'response.refusal.delta':
        output.grow(index, content, 'refusal', text, undefined, events)
        break
      case 'response.reasoning_summary_text.delta':
        output.think(index, `summary ${place(value.summary_index)}`, text, events)
        break
      case 'response.reasoning_text.delta':
        output.think(index, `content ${content}`, text, events)
        break
      case 'response.created':
      case 'response.in_progress':
        if (isObject(value.response)) begin(value.response, data, events)
        break
      case 'response.output_item.added':
        if (!isObject(value.item)) break
        output.added(index, value.item, events)
        if (output.isOpaque(index)) {
          events.length = 0
          events.push(passed(data))
        }
        break
      case 'response.output_item.done':
        if (isObject(value.item)) output.done(index, value.item, events)
        break
      case 'response.content_part.added':
        output.contentAdded(index, content, value.part, events)
        break
      case 'response.output_text.annotation.added':
        if (isObject(value.annotation)) output.cite(index, content, value.annotation, events)
        break
      default: {
        // What is done is read again with its item, but a text that came without deltas is told at once.
        const whole = value.text ?? value.refusal ?? value.arguments ?? value.input
        if (typeof whole === 'string' && !type.includes('reasoning')) output.complete(index, content, whole, events)
      }
    }
  }

  function begin(response: JsonObject, data: string, events: ChatEvent[]): void {
    if (isStarted) return
    isStarted = true
    told = unknownOf(response)
    events.push(started(response, told, data))
  }

  /** The end of a response: what its items say that was not told, how it ended, its usage. */
  function finish(response: JsonObject, data: string, events: ChatEvent[]): void {
    isOver = true
    const items = Array.isArray(response.output) ? response.output : []
    for (const [index, item] of items.entries()) if (isObject(item) && !output.isKnown(index)) output.done(index, item, events)
    output.close(events)
    const raw = rawReason(response)
    const fields = unknownOf(response, told)
    events.push(
      {
        kind: 'choice-ended',
        choice: 0,
        reason: stopReason(raw, output.hasCalls),
        ...(raw !== undefined && { rawReason: raw }),
        extras: { dialect: NAME, ...(fields && { fields }), spellings: { head: data } },
      },
      ...usageOf(response),
      { kind: 'reply-ended' },
    )
  }

  /** Some vendors close with a mark of the older dialect and nothing before it. */
  function closeUnsaid(): ChatEvent[] {
    isOver = true
    const events: ChatEvent[] = []
    output.close(events)
    if (!isFailed)
      events.push({ kind: 'choice-ended', choice: 0, reason: output.hasCalls ? 'tool-calls' : 'stop' }, { kind: 'reply-ended' })
    return events
  }

  function fail(error: JsonObject, data: string): ReplyFailed {
    isFailed = true
    const { message, type, code } = readErrorObject(error)
    return {
      kind: 'reply-failed',
      message,
      ...(type && { type }),
      ...(code && { code }),
      extras: { dialect: NAME, spellings: { frame: data } },
    }
  }

  function readWhole(value: JsonObject, data: string): ChatEvent[] {
    const isResponse = Array.isArray(value.output)
    const isError = isObject(value.error) || (typeof value.error === 'string' && value.error !== '')
    if (!isResponse && !isError) return [{ kind: 'unknown', extras: { dialect: NAME, fields: value } }]
    const events: ChatEvent[] = []
    if (isResponse) begin(value, data, events)
    if (isError) return [...events, fail(isObject(value.error) ? value.error : { message: value.error }, data), ...usageOf(value)]
    finish(value, data, events)
    return events
  }

  return {
    push: readFrame,
    end() {
      const events: ChatEvent[] = []
      if (!isOver) output.close(events)
      return events
    },
    get isComplete() {
      return isOver && isStarted && !isFailed
    },
  }
}

/** What an event has that nobody knows, before what it says; a writer lays it under the next event of its type. */
function carryRest(value: JsonObject, type: string, fields: ReadonlySet<string>, events: ChatEvent[]): void {
  let rest: JsonObject | undefined
  for (const key in value) {
    if (fields.has(key)) continue
    if (rest === undefined) rest = added(undefined, key, value[key])
    else put(rest, key, value[key])
  }
  if (rest !== undefined) events.push({ kind: 'unknown', extras: { dialect: NAME, fields: rest, spellings: { under: type } } })
}

/** An event of an item that is carried as it comes; the item itself is what is lost elsewhere. */
function passed(data: string): ChatEvent {
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

function place(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 && value < 100_000 ? value : 0
}
