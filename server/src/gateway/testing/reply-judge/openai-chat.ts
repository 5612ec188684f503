// Replies of OpenAI chat, by the types `ChatCompletion` and `ChatCompletionChunk` of the library `openai`.
import { type JsonObject, parseJson } from '@waystation/wire/json'
import {
  anything,
  decimal,
  either,
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
const usage = open({
  prompt_tokens: required(count),
  completion_tokens: required(count),
  total_tokens: required(count),
  prompt_tokens_details: nullable(open({ audio_tokens: count, cache_write_tokens: count, cached_tokens: nullable(count) })),
  completion_tokens_details: nullable(
    open({ accepted_prediction_tokens: count, audio_tokens: count, reasoning_tokens: count, rejected_prediction_tokens: count }),
  ),
})
const token = {
  token: required(text()),
  bytes: required(nullable(list(integer()))),
  logprob: required(decimal()),
}
const tokens = required(nullable(list(open({ ...token, top_logprobs: required(list(open(token))) }))))
const logprobs = nullable(open({ content: tokens, refusal: tokens }))
const finishReason = words('stop', 'length', 'tool_calls', 'content_filter', 'function_call')
const annotations = list(
  open({
    type: required(words('url_citation')),
    url_citation: required(
      open({
        start_index: required(count),
        end_index: required(count),
        title: required(text()),
        url: required(text({ min: 1 })),
      }),
    ),
  }),
)
const called = { id: required(text({ min: 1 })), type: required(words('function', 'custom')) }
const toolCall = tagged('type', {
  function: open({ ...called, function: required(open({ name: required(text({ min: 1 })), arguments: required(text()) })) }),
  custom: open({ ...called, custom: required(open({ name: required(text({ min: 1 })), input: required(text()) })) }),
})
const head = { id: required(text({ min: 1 })), created: required(count), model: required(text({ min: 1 })) }
const completion = open({
  ...head,
  object: required(words('chat.completion')),
  choices: required(
    list(
      open({
        index: required(count),
        finish_reason: required(finishReason),
        logprobs: required(logprobs),
        message: required(
          open({
            role: required(words('assistant')),
            content: required(nullable(text())),
            refusal: required(nullable(text())),
            annotations,
            audio: nullable(
              open({ id: required(text()), data: required(text()), expires_at: required(count), transcript: required(text()) }),
            ),
            function_call: nullable(open({ name: required(text({ min: 1 })), arguments: required(text()) })),
            tool_calls: list(toolCall, { min: 1 }),
          }),
        ),
      }),
    ),
  ),
  usage,
})
const chunk = open({
  ...head,
  object: required(words('chat.completion.chunk')),
  choices: required(
    list(
      open({
        index: required(count),
        finish_reason: required(nullable(finishReason)),
        logprobs,
        delta: required(
          open({
            role: words('assistant'),
            content: nullable(text()),
            refusal: nullable(text()),
            annotations,
            audio: open({ id: text(), data: text(), transcript: text(), expires_at: count }),
            function_call: open({ name: text(), arguments: text() }),
            tool_calls: list(
              open({
                index: required(count),
                id: text({ min: 1 }),
                type: words('function', 'custom'),
                function: open({ name: text({ min: 1 }), arguments: text() }),
                custom: open({ name: text({ min: 1 }), input: text() }),
              }),
              { min: 1 },
            ),
          }),
        ),
      }),
    ),
  ),
  usage: nullable(usage),
})
/** The library's `APIError` takes any of these fields, or none of them but the message. */
export const openaiError: Shape = open({
  error: required(
    open({
      message: required(text({ min: 1 })),
      type: nullable(text()),
      param: nullable(text()),
      code: nullable(either(text(), integer())),
      metadata: anything(),
    }),
  ),
})

/** A whole reply. */
export function judgeCompletion(body: JsonObject): Verdict {
  if (body.error !== undefined) return failed(body)
  const complaint =
    misfit(completion, body) ??
    objectsIn(body.choices)
      .map(choiceComplaint)
      .find((each) => each !== undefined)
  return complaint === undefined ? {} : { complaint }
}

function choiceComplaint(choice: JsonObject, at: number): string | undefined {
  if (choice.index !== at) return `choices.${at}.index: ${choice.index}`
  return callsComplaint(objectsIn(objectAt(choice, 'message').tool_calls), choice.finish_reason, `choices.${at}`)
}

/** Clients run tools when the reason says so, and parse the arguments that they are given. A call that was forced may end by `stop`. */
function callsComplaint(calls: readonly JsonObject[], reason: unknown, at: string): string | undefined {
  if (reason === 'tool_calls' && calls.length === 0) return `${at}: ends by tool_calls and calls none`
  if (new Set(calls.map(({ id }) => id)).size !== calls.length) return `${at}: two calls of one id`
  const unreadable = calls.find((call) => call.type === 'function' && parseJson(String(objectAt(call, 'function').arguments)) === undefined)
  return unreadable && reason === 'tool_calls'
    ? `${at}: arguments that are no JSON: ${objectAt(unreadable, 'function').arguments}`
    : undefined
}

function failed(body: JsonObject): Verdict {
  const complaint = misfit(openaiError, body)
  return complaint === undefined ? { failure: String(objectAt(body, 'error').message) } : { complaint }
}

/** A stream. */
export function judgeChunks(events: readonly StreamEvent[], request: JsonObject): Verdict {
  const last = events.at(-1)
  if (last?.data?.error !== undefined) {
    const complaint = new ChunkOrder().take(events.slice(0, -1))
    return complaint === undefined ? failed(last.data) : { complaint }
  }
  if (last === undefined || last.data !== undefined) return { complaint: 'the stream does not end with its mark' }
  const order = new ChunkOrder()
  const complaint = order.take(events.slice(0, -1)) ?? order.end(objectAt(request, 'stream_options').include_usage === true)
  return complaint === undefined ? {} : { complaint }
}

interface SeenChoice {
  reason: unknown
  readonly calls: JsonObject[]
}

class ChunkOrder {
  readonly #choices = new Map<number, SeenChoice>()
  #first: JsonObject | undefined
  #hasUsage = false

  take(events: readonly StreamEvent[]): string | undefined {
    for (const [at, { data, name }] of events.entries()) {
      if (data === undefined) return `${at}: the mark of the end before the end`
      if (name !== '') return `${at}: an event with a name`
      const complaint = misfit(chunk, data, String(at)) ?? this.#chunk(data)
      if (complaint !== undefined) return complaint
    }
    return undefined
  }

  end(mayHaveUsage: boolean): string | undefined {
    if (this.#hasUsage && !mayHaveUsage) return 'usage that was not requested'
    for (const [index, { reason, calls }] of this.#choices) {
      if (reason === undefined) return `choice ${index} does not end`
      const complaint = callsComplaint(calls, reason, `choice ${index}`)
      if (complaint !== undefined) return complaint
    }
    return undefined
  }

  #chunk(data: JsonObject): string | undefined {
    this.#first ??= data
    if (data.id !== this.#first.id) return `another id: ${data.id}`
    if (this.#hasUsage) return 'a chunk after the usage'
    const choices = objectsIn(data.choices)
    if (choices.length === 0 && data.usage) this.#hasUsage = true
    return choices.map((choice) => this.#choice(choice)).find((each) => each !== undefined)
  }

  #choice(choice: JsonObject): string | undefined {
    const index = Number(choice.index)
    const delta = objectAt(choice, 'delta')
    const seen = this.#choices.get(index) ?? { reason: undefined, calls: [] }
    if (!this.#choices.has(index) && delta.role !== 'assistant') return `choice ${index} begins without its role`
    this.#choices.set(index, seen)
    if (seen.reason !== undefined) return `choice ${index} goes on after its end`
    seen.reason = choice.finish_reason ?? undefined
    return objectsIn(delta.tool_calls)
      .map((call) => callPiece(seen.calls, call))
      .find((each) => each !== undefined)
  }
}

/** Adds a piece of a call to the calls so far. */
function callPiece(calls: JsonObject[], piece: JsonObject): string | undefined {
  const index = Number(piece.index)
  const kind = piece.custom === undefined ? 'function' : 'custom'
  const before = calls[index]
  if (before === undefined) {
    if (index !== calls.length) return `call ${index} comes before call ${calls.length}`
    const complaint = misfit(toolCall, piece, `call ${index}`)
    calls.push(structuredClone(piece))
    return complaint
  }
  if (piece.id !== undefined && piece.id !== before.id) return `call ${index} changes its id`
  if (before.type !== kind) return `call ${index} changes its type`
  const held = objectAt(before, kind)
  const field = kind === 'custom' ? 'input' : 'arguments'
  held[field] = `${held[field] ?? ''}${objectAt(piece, kind)[field] ?? ''}`
  return undefined
}
