// Replies of Anthropic Messages, by the types `Message` and `RawMessageStreamEvent` of the library `@anthropic-ai/sdk`. A field that the types
// declare as null at times is demanded where the vendor's recorded replies always have it.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/json'
import {
  anything,
  dictionary,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '@waystation/wire/testing/strict/shape'
import { misfit, objectAt, objectsIn, type StreamEvent, type Verdict } from './verdict.ts'

const count = integer({ min: 0 })
const filled = required(text({ min: 1 }))
const usageFields: Record<string, Shape> = {
  cache_creation: nullable(open({ ephemeral_1h_input_tokens: required(count), ephemeral_5m_input_tokens: required(count) })),
  cache_creation_input_tokens: nullable(count),
  cache_read_input_tokens: nullable(count),
  output_tokens: required(count),
  output_tokens_details: nullable(open({ thinking_tokens: required(count) })),
  server_tool_use: nullable(open({ web_search_requests: count, web_fetch_requests: count })),
  service_tier: nullable(words('standard', 'priority', 'batch')),
}
const usage = open({ ...usageFields, input_tokens: required(count) })
const stopReason = words(
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
  // Of the beta's types.
  'compaction',
)
const ofDocument = (from: string, to: string): Shape =>
  open({
    cited_text: required(text()),
    document_index: required(count),
    document_title: required(nullable(text())),
    [from]: required(count),
    [to]: required(count),
  })
const citation = tagged('type', {
  char_location: ofDocument('start_char_index', 'end_char_index'),
  page_location: ofDocument('start_page_number', 'end_page_number'),
  content_block_location: ofDocument('start_block_index', 'end_block_index'),
  search_result_location: open({
    cited_text: required(text()),
    source: required(text()),
    title: required(nullable(text())),
    search_result_index: required(count),
    start_block_index: required(count),
    end_block_index: required(count),
  }),
  web_search_result_location: open({
    cited_text: required(text()),
    encrypted_index: required(text()),
    title: required(nullable(text())),
    url: filled,
  }),
})
const result = open({ tool_use_id: filled, content: required(anything()) })
const call = open({ id: filled, name: filled, input: required(dictionary(anything())) })
const blocks: Record<string, Shape> = {
  text: open({ text: required(text()), citations: nullable(list(citation)) }),
  thinking: open({ thinking: required(text()), signature: required(text()) }),
  redacted_thinking: open({ data: required(text()) }),
  tool_use: call,
  server_tool_use: call,
  web_search_tool_result: result,
  web_fetch_tool_result: result,
  code_execution_tool_result: result,
  bash_code_execution_tool_result: result,
  text_editor_code_execution_tool_result: result,
  tool_search_tool_result: result,
  container_upload: open({ file_id: filled }),
  // Of the beta's types.
  mcp_tool_use: call,
  mcp_tool_result: result,
  advisor_tool_result: result,
  compaction: open({ content: nullable(text()) }),
  fallback: open({}),
}
const block = tagged('type', blocks)
const messageHead: Record<string, Shape> = {
  id: filled,
  type: required(words('message')),
  role: required(words('assistant')),
  model: filled,
  stop_sequence: required(nullable(text())),
  usage: required(usage),
}
const message = open({ ...messageHead, content: required(list(block)), stop_reason: required(stopReason) })
const startedMessage = open({ ...messageHead, content: required(list(block, { max: 0 })), stop_reason: required(nullable(stopReason)) })
const deltas: Record<string, Shape> = {
  text_delta: open({ text: required(text()) }),
  input_json_delta: open({ partial_json: required(text()) }),
  citations_delta: open({ citation: required(citation) }),
  thinking_delta: open({ thinking: required(text()) }),
  signature_delta: open({ signature: required(text()) }),
  compaction_delta: open({ content: nullable(text()) }),
}
/** The deltas that a block of a kind takes. */
const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  mcp_tool_use: ['input_json_delta'],
  compaction: ['compaction_delta'],
}
const error = open({ error: required(open({ type: filled, message: filled })) })
const event = tagged('type', {
  message_start: open({ message: required(startedMessage) }),
  message_delta: open({
    delta: required(open({ stop_reason: required(stopReason), stop_sequence: required(nullable(text())) })),
    usage: required(open({ ...usageFields, input_tokens: nullable(count) })),
  }),
  message_stop: open({}),
  content_block_start: open({ index: required(count), content_block: required(block) }),
  content_block_delta: open({ index: required(count), delta: required(tagged('type', deltas)) }),
  content_block_stop: open({ index: required(count) }),
  ping: open({}),
  error,
})

/** A whole reply. */
export function judgeMessage(body: JsonObject): Verdict {
  if (body.type === 'error') return failed(body)
  const complaint = misfit(message, body) ?? endComplaint(objectsIn(body.content), body)
  return complaint === undefined ? {} : { complaint }
}

function failed(body: JsonObject): Verdict {
  const complaint = misfit(error, body)
  return complaint === undefined ? { failure: String(objectAt(body, 'error').message) } : { complaint }
}

/** Clients run tools when the reason says so, and know a call by its id. */
function endComplaint(content: readonly JsonObject[], { stop_reason: reason, stop_sequence: sequence }: JsonObject): string | undefined {
  const calls = content.filter(({ type }) => type === 'tool_use')
  if (reason === 'tool_use' && calls.length === 0) return 'ends by tool_use and calls none'
  if (reason === 'end_turn' && calls.length > 0) return 'ends by end_turn and calls tools'
  if ((reason === 'stop_sequence') !== (typeof sequence === 'string')) return `the sequence ${sequence} with the reason ${reason}`
  return new Set(calls.map(({ id }) => id)).size === calls.length ? undefined : 'two calls of one id'
}

/** A stream. */
export function judgeMessageStream(events: readonly StreamEvent[]): Verdict {
  const order = new BlockOrder()
  for (const [at, { name, data = {} }] of events.entries()) {
    if (name !== data.type) return { complaint: `${at}: the event ${name} holds ${data.type}` }
    const complaint = misfit(event, data, String(at)) ?? order.take(data)
    if (complaint !== undefined) return { complaint: `${at}: ${complaint}` }
  }
  const last = events.at(-1)?.data
  if (last?.type === 'error') return failed(last)
  return order.isOver ? {} : { complaint: 'the stream does not end' }
}

/** The order of the events: one block is open at a time, and blocks count from 0. */
class BlockOrder {
  readonly #blocks: JsonObject[] = []
  #open: JsonObject | undefined
  #json = ''
  #phase: 'begin' | 'blocks' | 'ending' | 'over' | 'failed' = 'begin'

  get isOver(): boolean {
    return this.#phase === 'over'
  }

  take(data: JsonObject): string | undefined {
    if (this.#phase === 'over' || this.#phase === 'failed') return `${data.type} after the end`
    if (data.type === 'ping') return undefined
    if (data.type === 'error') {
      this.#phase = 'failed'
      return undefined
    }
    if ((data.type === 'message_start') !== (this.#phase === 'begin')) return `${data.type} at the wrong place`
    if (data.type === 'message_start') this.#phase = 'blocks'
    else if (data.type === 'message_delta') return this.#end(data)
    else if (data.type === 'message_stop') return this.#stop()
    else return this.#phase === 'blocks' ? this.#block(data) : `${data.type} after message_delta`
    return undefined
  }

  #end(data: JsonObject): string | undefined {
    if (this.#open !== undefined) return 'message_delta within a block'
    if (this.#phase === 'ending') return 'message_delta twice'
    this.#phase = 'ending'
    return endComplaint(this.#blocks, objectAt(data, 'delta'))
  }

  #stop(): string | undefined {
    if (this.#phase !== 'ending') return 'message_stop without message_delta'
    this.#phase = 'over'
    return undefined
  }

  #block(data: JsonObject): string | undefined {
    if (data.type === 'content_block_start') {
      if (this.#open !== undefined) return 'a block begins within another'
      if (data.index !== this.#blocks.length) return `block ${data.index} comes as number ${this.#blocks.length}`
      this.#open = objectAt(data, 'content_block')
      this.#json = ''
      this.#blocks.push(this.#open)
      return undefined
    }
    if (this.#open === undefined || data.index !== this.#blocks.length - 1) return `block ${data.index} is not open`
    if (data.type === 'content_block_delta') return this.#grow(this.#open, objectAt(data, 'delta'))
    const input = this.#json === '' ? {} : parseJson(this.#json)
    this.#open = undefined
    return isObject(input) ? undefined : `the input of a call is no object: ${this.#json}`
  }

  #grow({ type }: JsonObject, delta: JsonObject): string | undefined {
    if (!deltasOf[String(type)]?.includes(String(delta.type))) return `${delta.type} in a block of ${type}`
    if (delta.type === 'input_json_delta') this.#json += delta.partial_json
    return undefined
  }
}
