// OpenAI Responses, as Codex asks and reads them. Sources: OpenAI's API reference ("Responses", "Streaming events"), the types of its library,
// and what Codex reads of the events (codex-rs, the client of the Responses API), 2026.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { answerSchema, type CheckDialect, INSTRUCTIONS, type JudgedReply, prompts, TOOL_RESULT, type Turn, tool } from './check-dialect.ts'
import { demand, missing, wrong } from './fault.ts'
import { modelList } from './model-list.ts'
import { count, filled, inputOf, json, object, textsOf } from './shapes.ts'
import type { StreamEvent } from './stream-events.ts'

const usage = z.looseObject({
  input_tokens: count,
  input_tokens_details: z.looseObject({ cached_tokens: count }).nullish(),
  output_tokens: count,
  output_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish(),
  total_tokens: count,
})
const begun = z.looseObject({ id: filled, object: z.literal('response'), status: filled, model: filled })
const response = z.looseObject({
  ...begun.shape,
  created_at: z.number(),
  status: z.literal('completed'),
  output: z.array(json),
  usage,
})
const item = z.looseObject({ type: filled })

/** Items of other kinds are passed over by clients that do not know them. */
const items: Readonly<Record<string, z.ZodType<JsonObject, unknown>>> = {
  message: object({ role: z.literal('assistant'), content: z.array(z.looseObject({ type: filled })) }),
  function_call: object({ call_id: filled, name: filled, arguments: z.string() }),
  reasoning: object({ id: filled, summary: z.array(json) }),
}
const outputText = object({ type: z.literal('output_text'), text: z.string() })
const placed = { output_index: count }
const events: Readonly<Record<string, z.ZodType>> = {
  'response.created': z.looseObject({ response: begun }),
  'response.output_item.added': z.looseObject({ ...placed, item }),
  'response.output_item.done': z.looseObject({ ...placed, item }),
  'response.output_text.delta': z.looseObject({ ...placed, item_id: filled, content_index: count, delta: z.string() }),
  'response.function_call_arguments.delta': z.looseObject({ ...placed, item_id: filled, delta: z.string() }),
  'response.reasoning_summary_text.delta': z.looseObject({ ...placed, item_id: filled, summary_index: count, delta: z.string() }),
  'response.completed': z.looseObject({ response }),
}
const typed = z.looseObject({ type: filled })

export const responses: CheckDialect = {
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  callField: 'output.function_call',
  models: modelList.asked,
  listed: modelList.names,
  ask: (turn) => ({ path: '/v1/responses', body: bodyOf(turn) }),

  whole(body) {
    const { output } = demand(response, body, 'answer')
    return replyOf(
      output.map((one, at) => itemAt(one, `output.${at}`, 'answer')),
      'answer',
    )
  },

  stream(list) {
    const done: JsonObject[] = []
    let isBegun = false
    for (const event of list) {
      const { data = {} } = event
      const type = typeOf(event)
      if (type === 'response.created') isBegun = true
      else if (!isBegun) throw missing('response.created', 'stream', [type])
      const shape = events[type]
      if (shape) demand(shape, data, type)
      if (type === 'response.output_item.done') done.push(itemAt(demand(z.looseObject({ item: json }), data, type).item, 'item', type))
      if (type === 'response.completed') return replyOf(done, 'response.output_item.done')
    }
    throw missing('response.completed', 'stream', lastTypes(list))
  },
}

/** @throws Misfit for an event without a type, and for one that says that the response failed */
function typeOf({ name, data }: StreamEvent): string {
  if (data === undefined) throw wrong('data', 'stream', '[DONE]')
  const { type } = demand(typed, data, name || 'stream')
  if (name !== type) throw name === '' ? missing('event', type) : wrong('event', type, name)
  if (type === 'error' || type === 'response.failed' || type === 'response.incomplete') throw wrong('type', 'stream', data)
  return type
}

const lastTypes = (list: readonly StreamEvent[]): string[] => [...new Set(list.map(({ data }) => String(data?.type)))].slice(-3)

function bodyOf({ model, purpose, isStream, isAgent, thinks, maxTokens, after }: Turn): JsonObject {
  const results = after?.calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: TOOL_RESULT })) ?? []
  const hasTools = isAgent || purpose === 'tools'
  return {
    model,
    instructions: INSTRUCTIONS,
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompts[purpose] }] },
      ...(after?.history ?? []),
      ...results,
    ],
    ...(hasTools
      ? {
          tools: [{ type: 'function', name: tool.name, description: tool.description, strict: false, parameters: tool.schema }],
          tool_choice: 'auto',
          parallel_tool_calls: true,
        }
      : {}),
    ...(purpose === 'schema' ? { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema: answerSchema } } } : {}),
    ...(thinks ? { reasoning: { effort: 'low', summary: 'auto' } } : {}),
    ...(isAgent ? { include: thinks ? ['reasoning.encrypted_content'] : [] } : {}),
    max_output_tokens: maxTokens,
    store: false,
    ...(isStream ? { stream: true } : {}),
  }
}

/** An item with the fields of its kind. */
function itemAt(value: JsonObject, at: string, where: string): JsonObject {
  const shape = items[demand(item, value, where, at).type]
  return shape ? demand(shape, value, where, at) : value
}

function replyOf(output: readonly JsonObject[], where: string): JudgedReply {
  const at = where === 'answer' ? 'output' : 'item'
  const calls = output
    .filter(({ type }) => type === 'function_call')
    .map((call) => ({
      id: String(call.call_id),
      name: String(call.name),
      input: inputOf(call.arguments, `${at}.arguments`, where),
    }))
  const parts = output.flatMap((one) =>
    one.type === 'message' ? demand(z.looseObject({ content: z.array(json) }), one, where).content : [],
  )
  for (const part of parts) if (part.type === 'output_text') demand(outputText, part, where, `${at}.content`)
  return { text: textsOf(parts, 'output_text'), calls, history: output, kinds: output.map(({ type }) => String(type)) }
}
