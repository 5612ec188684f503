// Anthropic Messages, as Claude Code and Anthropic's libraries ask and read it. Source: Anthropic's API reference ("Messages", "Streaming
// messages", "Count tokens", "List models") and the types of its TypeScript library, 2026.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { answerSchema, type CheckDialect, INSTRUCTIONS, type JudgedReply, prompts, TOOL_RESULT, type Turn, tool } from './check-dialect.ts'
import { demand, missing, wrong } from './fault.ts'
import { count, filled, inputOf, json, object, textsOf } from './shapes.ts'
import type { StreamEvent } from './stream-events.ts'

const usage = z.looseObject({ input_tokens: count, output_tokens: count })
const block = z.looseObject({ type: filled })
const message = z.looseObject({
  id: filled,
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: filled,
  content: z.array(json),
  usage,
})
const ended = z.looseObject({ stop_reason: filled, stop_sequence: z.string().nullish() })

/** Blocks of other kinds are passed over by clients that do not know them. */
const blocks: Readonly<Record<string, z.ZodType<JsonObject, unknown>>> = {
  text: object({ text: z.string() }),
  tool_use: object({ id: filled, name: filled, input: json }),
  thinking: object({ thinking: z.string(), signature: z.string() }),
}
/** Its signature comes in deltas. */
const begunBlocks = { ...blocks, thinking: object({ thinking: z.string() }) }
const deltas: Readonly<Record<string, z.ZodType<JsonObject, unknown>>> = {
  text_delta: object({ text: z.string() }),
  input_json_delta: object({ partial_json: z.string() }),
  thinking_delta: object({ thinking: z.string() }),
  signature_delta: object({ signature: z.string() }),
}
const events = {
  message_start: z.looseObject({ message }),
  content_block_start: z.looseObject({ index: count, content_block: json }),
  content_block_delta: z.looseObject({ index: count, delta: json }),
  content_block_stop: z.looseObject({ index: count }),
  message_delta: z.looseObject({ delta: ended, usage: z.looseObject({ output_tokens: count }) }),
} as const

export const messages: CheckDialect = {
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  callField: 'content.tool_use',
  models: { path: '/v1/models?limit=1000' },

  ask: (turn) => ({ path: turn.isAgent ? '/v1/messages?beta=true' : '/v1/messages', body: { ...bodyOf(turn), ...lengthOf(turn) } }),

  whole(body) {
    const read = demand(message, body, 'answer')
    const { stop_reason } = demand(ended, body, 'answer')
    const content = read.content.map((one, at) => blockAt(one, `content.${at}`, 'answer'))
    return replyOf(content, stop_reason, 'answer')
  },

  stream(list) {
    const folded = new FoldedMessage()
    for (const event of list) folded.take(event)
    return folded.end()
  },

  listed(body) {
    const shape = z.looseObject({ id: filled, type: z.literal('model'), display_name: filled, created_at: filled })
    const list = z.looseObject({
      data: z.array(shape),
      has_more: z.boolean(),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
    })
    return demand(list, body, 'list').data.map(({ id }) => id)
  },

  count: {
    ask: (turn) => ({ path: turn.isAgent ? '/v1/messages/count_tokens?beta=true' : '/v1/messages/count_tokens', body: bodyOf(turn) }),
    read: (body) => void demand(z.looseObject({ input_tokens: count.min(1) }), body, 'answer'),
  },
}

function bodyOf({ model, purpose, isAgent, after }: Turn): JsonObject {
  const marked = isAgent ? { cache_control: { type: 'ephemeral' } } : {}
  const results = after?.calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: TOOL_RESULT })) ?? []
  const hasTools = isAgent || purpose === 'tools'
  return {
    model,
    messages: [
      { role: 'user', content: [{ type: 'text', text: prompts[purpose], ...marked }] },
      ...(after?.history ?? []),
      ...(results.length > 0 ? [{ role: 'user', content: results }] : []),
    ],
    ...(isAgent ? { system: [{ type: 'text', text: INSTRUCTIONS, ...marked }] } : {}),
    ...(hasTools ? { tools: [{ name: tool.name, description: tool.description, input_schema: tool.schema }] } : {}),
    ...(purpose === 'schema' ? { output_config: { format: { type: 'json_schema', schema: answerSchema } } } : {}),
  }
}

const lengthOf = ({ maxTokens, isStream, isAgent, thinks }: Turn): JsonObject => ({
  max_tokens: maxTokens,
  ...(isStream ? { stream: true } : {}),
  ...(isAgent ? { metadata: { user_id: 'waystation-doctor' } } : {}),
  ...(isAgent && thinks ? { thinking: { type: 'adaptive' } } : {}),
})

/** A block with the fields of its kind. */
function blockAt(value: JsonObject, at: string, where: string, shapes = blocks): JsonObject {
  const { type } = demand(block, value, where, at)
  const shape = shapes[type]
  return shape ? demand(shape, value, where, at) : value
}

function replyOf(content: readonly JsonObject[], reason: string, where: string): JudgedReply {
  const calls = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({ id: String(id), name: String(name), input: inputOf(input, 'content.input', where) }))
  const field = where === 'answer' ? 'stop_reason' : 'delta.stop_reason'
  if (calls.length > 0 && reason !== 'tool_use') throw wrong(field, where, reason)
  return {
    text: textsOf(content, 'text'),
    calls,
    history: [{ role: 'assistant', content: [...content] }],
    kinds: content.map(({ type }) => String(type)),
  }
}

/** A message out of its events, in the order that the reference gives: blocks are opened, grow and are closed one after the other. */
class FoldedMessage {
  readonly #content: JsonObject[] = []
  #json = ''
  #open: JsonObject | undefined
  #reason: string | undefined
  #isBegun = false
  #isOver = false

  take({ name, data = {} }: StreamEvent): void {
    const type = String(data.type)
    if (type === 'error') throw wrong('type', name || 'stream', data)
    if (data.type === undefined) throw missing('type', name || 'stream', Object.keys(data))
    if (name !== type) throw name === '' ? missing('event', type) : wrong('event', type, name)
    if (!this.#isBegun && type !== 'ping' && type !== 'message_start') throw missing('message_start', 'stream', [type])
    if (type === 'message_start') {
      demand(events.message_start, data, type)
      this.#isBegun = true
    } else if (type === 'content_block_start') this.#start(demand(events.content_block_start, data, type))
    else if (type === 'content_block_delta') this.#grow(demand(events.content_block_delta, data, type))
    else if (type === 'content_block_stop') this.#stop(demand(events.content_block_stop, data, type))
    else if (type === 'message_delta') this.#reason = demand(events.message_delta, data, type).delta.stop_reason
    else if (type === 'message_stop') this.#isOver = true
  }

  end(): JudgedReply {
    if (!this.#isBegun) throw missing('message_start', 'stream')
    if (this.#open) throw missing('content_block_stop', 'stream')
    if (this.#reason === undefined) throw missing('message_delta', 'stream')
    if (!this.#isOver) throw missing('message_stop', 'stream')
    return replyOf(this.#content, this.#reason, 'message_delta')
  }

  #start({ index, content_block }: z.output<typeof events.content_block_start>): void {
    const where = 'content_block_start'
    if (this.#open) throw missing('content_block_stop', 'stream')
    if (index !== this.#content.length) throw wrong('index', where, index)
    this.#open = { ...blockAt(content_block, 'content_block', where, begunBlocks) }
    this.#json = ''
    this.#content.push(this.#open)
  }

  #grow({ index, delta }: z.output<typeof events.content_block_delta>): void {
    const where = 'content_block_delta'
    const held = this.#open
    if (!held) throw missing('content_block_start', 'stream')
    if (index !== this.#content.length - 1) throw wrong('index', where, index)
    const { type, text, partial_json, thinking, signature } = blockAt(delta, 'delta', where, deltas)
    if (type === 'text_delta') held.text = `${held.text ?? ''}${text}`
    else if (type === 'input_json_delta') this.#json += String(partial_json)
    else if (type === 'thinking_delta') held.thinking = `${held.thinking ?? ''}${thinking}`
    else if (type === 'signature_delta') held.signature = `${held.signature ?? ''}${signature}`
  }

  #stop({ index }: z.output<typeof events.content_block_stop>): void {
    const held = this.#open
    if (!held || index !== this.#content.length - 1) throw wrong('index', 'content_block_stop', index)
    if (held.type === 'tool_use' && this.#json !== '') held.input = inputOf(this.#json, 'delta.partial_json', 'content_block_delta')
    if (held.type === 'thinking' && typeof held.signature !== 'string') throw missing('signature_delta', 'stream', ['thinking_delta'])
    this.#open = undefined
  }
}
