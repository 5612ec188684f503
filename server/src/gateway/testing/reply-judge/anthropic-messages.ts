// Replies of Anthropic Messages, by the types `Message` and `RawMessageStreamEvent` of the library `@anthropic-ai/sdk`. A field that the types
// declare as null at times is demanded where the vendor's recorded replies always have it.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { demanded, filled, replyShapes } from '@waystation/wire/testing/sdk/reply-shapes'
import { casesOf } from '@waystation/wire/testing/sdk/shapes'
import { anything, dictionary, nullable, open, required, type Shape, tagged, text } from '@waystation/wire/testing/strict/shape'
import { failed, misfit, objectAt, objectsIn, type StreamEvent, type Verdict, verdictBy } from './verdict.ts'

const declared = sdkDeclarations([
  '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts',
  '@anthropic-ai/sdk/resources/messages/messages.d.ts',
])
const optional = { required: false }
const shapes = replyShapes(declared, {
  nullMeansOptional: true,
  without: new Set(['BetaMCPToolListingBlock']),
  additions: {
    ...filled('id', 'name', 'model', 'tool_use_id', 'file_id', 'BetaCitationsWebSearchResultLocation.url'),
    input: { ...dictionary(anything()), required: true },
    ...demanded('stop_sequence', 'document_title', 'title'),
    stop_reason: { required: true, nullable: false },
    'BetaRawMessageStartEvent.message': started,
    // Blocks of tools that the vendor runs are passed on as they come.
    'BetaMCPToolUseBlock.server_name': optional,
    'BetaMCPToolResultBlock.is_error': optional,
    'BetaFallbackBlock.from': optional,
    'BetaFallbackBlock.to': optional,
    'BetaFallbackBlock.trigger': optional,
  },
  also: {
    BetaMessageDeltaUsage: { cache_creation: { as: 'BetaUsage.cache_creation' }, service_tier: { as: 'BetaUsage.service_tier' } },
  },
})
const message = shapes('BetaMessage')
const error = open({ error: required(open({ type: required(text({ min: 1 })), message: required(text({ min: 1 })) })) })
const event = tagged('type', { ...casesOf(shapes('BetaRawMessageStreamEvent')), ping: open({}), error })

/** A message that begins has no content yet, and no reason to end. */
function started(shape: Shape): Shape {
  if (shape.is === 'tagged')
    return { ...shape, cases: Object.fromEntries(Object.entries(shape.cases).map(([tag, one]) => [tag, started(one)])) }
  if (shape.is !== 'object') return shape
  const { content = anything(), stop_reason: reason = anything() } = shape.fields
  return { ...shape, fields: { ...shape.fields, content: { ...content, max: 0 } as Shape, stop_reason: nullable(reason) } }
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

/** A whole reply. */
export function judgeMessage(body: JsonObject): Verdict {
  if (body.type === 'error') return failed(error, body)
  return verdictBy(misfit(message, body) ?? endComplaint(objectsIn(body.content), body))
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
  if (last?.type === 'error') return failed(error, last)
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
