// OpenAI chat completions and embeddings, as its libraries ask and read them. Source: OpenAI's API reference ("Chat completions", "Streaming",
// "Embeddings") and the types of its library, 2026.
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { answerSchema, type CheckDialect, type JudgedReply, prompts, TOOL_RESULT, type Turn, tool } from './check-dialect.ts'
import { demand, missing, wrong } from './fault.ts'
import { modelList } from './model-list.ts'
import { count, filled, inputOf, json } from './shapes.ts'
import type { StreamEvent } from './stream-events.ts'

const usage = z.looseObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
const call = z.looseObject({
  id: filled,
  type: z.literal('function'),
  function: z.looseObject({ name: filled, arguments: z.string() }),
})
// What no library reads, such as `object`, is not demanded.
const completion = z.looseObject({
  id: filled,
  created: z.number(),
  model: filled,
  choices: z
    .array(
      z.looseObject({
        index: count,
        message: z.looseObject({ role: z.literal('assistant'), content: z.string().nullish(), tool_calls: z.array(json).nullish() }),
        finish_reason: filled,
      }),
    )
    .min(1),
  usage,
})
const chunk = z.looseObject({
  id: filled,
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: count,
      delta: z.looseObject({ content: z.string().nullish(), tool_calls: z.array(z.looseObject({ index: count })).nullish() }),
      finish_reason: filled.nullish(),
    }),
  ),
  usage: usage.nullish(),
})
const piece = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }),
})

export const chat: CheckDialect = {
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  callField: 'choices.0.message.tool_calls',
  models: modelList.asked,
  listed: modelList.names,
  ask: (turn) => ({ path: '/v1/chat/completions', body: bodyOf(turn) }),

  whole(body) {
    const [choice] = demand(completion, body, 'answer').choices
    const { message, finish_reason = '' } = choice ?? {}
    return replyOf({ text: message?.content ?? '', calls: message?.tool_calls ?? [] }, finish_reason, 'answer')
  },

  stream(list) {
    const folded = new FoldedChunks()
    for (const event of list) folded.take(event)
    return folded.end()
  },

  embed: {
    // The library asks for this coding by itself.
    ask: (model) => ({ path: '/v1/embeddings', body: { model, input: 'hello world', encoding_format: 'base64' } }),
    read(body) {
      const vector = z.looseObject({ object: z.literal('embedding'), index: count, embedding: z.array(z.number()).min(1).or(filled) })
      const shape = z.looseObject({
        object: z.literal('list'),
        data: z.array(vector).min(1),
        model: filled,
        usage: z.looseObject({ prompt_tokens: count, total_tokens: count }),
      })
      demand(shape, body, 'answer')
    },
  },
}

function bodyOf({ model, purpose, isStream, maxTokens, thinks, after }: Turn): JsonObject {
  const results = after?.calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: TOOL_RESULT })) ?? []
  return {
    model,
    messages: [{ role: 'user', content: prompts[purpose] }, ...(after?.history ?? []), ...results],
    ...(purpose === 'tools'
      ? { tools: [{ type: 'function', function: { name: tool.name, description: tool.description, parameters: tool.schema } }] }
      : {}),
    ...(purpose === 'schema'
      ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: answerSchema } } }
      : {}),
    // Models that think refuse the older name.
    ...(thinks ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(isStream ? { stream: true, stream_options: { include_usage: true } } : {}),
  }
}

interface FoldedReply {
  readonly text: string
  readonly calls: readonly JsonObject[]
}

function replyOf({ text, calls }: FoldedReply, reason: string, where: string): JudgedReply {
  const read = calls.map((one, at) => demand(call, one, where, `tool_calls.${at}`))
  // A call that was forced may end by `stop`.
  if (read.length > 0 && reason === 'length') throw wrong('choices.0.finish_reason', where, reason)
  return {
    text,
    calls: read.map(({ id, function: { name, arguments: input } }) => ({
      id,
      name,
      input: inputOf(input, 'function.arguments', where),
    })),
    history: [{ role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 ? { tool_calls: [...calls] } : {}) }],
    kinds: [...(text === '' ? [] : ['content']), ...(calls.length > 0 ? ['tool_calls'] : [])],
  }
}

/** The first choice out of its chunks. */
class FoldedChunks {
  #text = ''
  readonly #calls: JsonObject[] = []
  #reason: string | undefined
  #hasUsage = false
  #isOver = false

  take({ data }: StreamEvent): void {
    if (data === undefined) {
      this.#isOver = true
      return
    }
    if (data.error !== undefined) throw wrong('error', 'stream', data.error)
    const { choices, usage: reported } = demand(chunk, data, 'chunk')
    if (reported) this.#hasUsage = true
    const [choice] = choices
    if (!choice) return
    this.#text += choice.delta.content ?? ''
    for (const [at, one] of (choice.delta.tool_calls ?? []).entries())
      this.#grow(one.index, demand(piece, one, 'chunk', `tool_calls.${at}`))
    this.#reason = choice.finish_reason ?? this.#reason
  }

  end(): JudgedReply {
    if (this.#reason === undefined) throw missing('choices.0.finish_reason', 'stream')
    if (!this.#hasUsage) throw missing('usage', 'stream')
    if (!this.#isOver) throw missing('[DONE]', 'stream')
    return replyOf({ text: this.#text, calls: this.#calls }, this.#reason, 'stream')
  }

  /** The first piece of a call has all but the whole of its arguments. */
  #grow(index: number, { id, function: { name, arguments: text }, ...rest }: z.output<typeof piece>): void {
    const held = this.#calls[index]
    if (!held) {
      const { type, extra_content } = demand(json, rest, 'chunk')
      const kept = { ...(type === undefined ? {} : { type }), ...(extra_content === undefined ? {} : { extra_content }) }
      const named = { ...(name ? { name } : {}), arguments: text ?? '' }
      this.#calls[index] = { ...(id ? { id } : {}), ...kept, function: named }
      return
    }
    const before = isObject(held.function) ? held.function : {}
    held.function = { ...before, arguments: `${before.arguments ?? ''}${text ?? ''}` }
  }
}
