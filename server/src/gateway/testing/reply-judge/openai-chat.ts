// Replies of OpenAI chat, by the types `ChatCompletion` and `ChatCompletionChunk` of the library `openai`.
import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { filled, replyShapes } from '@waystation/wire/testing/sdk/reply-shapes'
import { anything, either, integer, nullable, open, required, type Shape, text } from '@waystation/wire/testing/strict/shape'
import { failed, firstOf, misfit, objectAt, objectsIn, type StreamEvent, type Verdict, verdictBy } from './verdict.ts'

const declared = sdkDeclarations([
  'openai/resources/chat/completions/completions.d.ts',
  'openai/resources/completions.d.ts',
  'openai/resources/shared.d.ts',
])
const absentOrNull = { nullable: true }
const shapes = replyShapes(declared, {
  additions: {
    ...filled('id', 'model', 'name', 'url'),
    tool_calls: { min: 1 },
    prompt_tokens_details: absentOrNull,
    completion_tokens_details: absentOrNull,
    cached_tokens: absentOrNull,
    'ChatCompletionChunk.Choice.Delta.role': { oneOf: ['assistant'] },
  },
  also: { 'ChatCompletionChunk.Choice.Delta': { annotations: { as: 'ChatCompletionMessage.annotations' } } },
})
const toolCall = shapes('ChatCompletionMessageToolCall')
const completion = shapes('ChatCompletion')
const chunk = shapes('ChatCompletionChunk')

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
  if (body.error !== undefined) return failed(openaiError, body)
  return verdictBy(misfit(completion, body) ?? firstOf(objectsIn(body.choices), choiceComplaint))
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

/** A stream. */
export function judgeChunks(events: readonly StreamEvent[], request: JsonObject): Verdict {
  const last = events.at(-1)
  if (last?.data?.error !== undefined) {
    const complaint = new ChunkOrder().take(events.slice(0, -1))
    return complaint === undefined ? failed(openaiError, last.data) : { complaint }
  }
  if (last === undefined || last.data !== undefined) return { complaint: 'the stream does not end with its mark' }
  const order = new ChunkOrder()
  return verdictBy(order.take(events.slice(0, -1)) ?? order.end(objectAt(request, 'stream_options').include_usage === true))
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
    return firstOf(events, ({ data, name }, at) => {
      if (data === undefined) return `${at}: the mark of the end before the end`
      if (name !== '') return `${at}: an event with a name`
      return misfit(chunk, data, String(at)) ?? this.#chunk(data)
    })
  }

  end(mayHaveUsage: boolean): string | undefined {
    if (this.#hasUsage && !mayHaveUsage) return 'usage that was not requested'
    return firstOf([...this.#choices], ([index, { reason, calls }]) =>
      reason === undefined ? `choice ${index} does not end` : callsComplaint(calls, reason, `choice ${index}`),
    )
  }

  #chunk(data: JsonObject): string | undefined {
    this.#first ??= data
    if (data.id !== this.#first.id) return `another id: ${data.id}`
    if (this.#hasUsage) return 'a chunk after the usage'
    const choices = objectsIn(data.choices)
    if (choices.length === 0 && data.usage) this.#hasUsage = true
    return firstOf(choices, (choice) => this.#choice(choice))
  }

  #choice(choice: JsonObject): string | undefined {
    const index = Number(choice.index)
    const delta = objectAt(choice, 'delta')
    const seen = this.#choices.get(index) ?? { reason: undefined, calls: [] }
    if (!this.#choices.has(index) && delta.role !== 'assistant') return `choice ${index} begins without its role`
    this.#choices.set(index, seen)
    if (seen.reason !== undefined) return `choice ${index} goes on after its end`
    seen.reason = choice.finish_reason ?? undefined
    return firstOf(objectsIn(delta.tool_calls), (call) => callPiece(seen.calls, call))
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
