// What a contract with a vendor consists of: the request that its documentation describes, its answers, and its refusals. Written from the
// vendors' pages, libraries and issue lists of 2026, and not from the code that calls them.
import { type Step, step } from '../../../testing/fakes/fake-provider-script.ts'

export type Json = Record<string, unknown>

/** Tokens as the vendor bills them. */
export interface Billed {
  /** All of the prompt, cached tokens too. */
  readonly prompt: number
  readonly cached: number
  /** All of the answer, thinking too. */
  readonly output: number
}

export interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds that it demands to be left alone, where it says so. */
  readonly waits?: number
}

type Path = string | ((key: string) => string)

export interface Vendor {
  readonly name: string
  /** Type of its channels. */
  readonly type: number
  /** The model as the vendor names it. */
  readonly model: string
  /** Fields of the channel beside type, name, keys, model and address. */
  readonly channel?: Json
  /** Keys of one channel; absent: the usual three. */
  readonly keys?: readonly string[]
  /** Whose client asks; absent: Gemini's, which few vendors speak. */
  readonly asks?: 'chat'
  /** Do the model and the wish for a stream stand in the path, and not in the body? */
  readonly isModelInPath?: true
  /** Where a call goes, and a streamed one where that is elsewhere; some name the account of the key. */
  readonly path: Path
  readonly streamPath?: Path
  /** Is a key shown as a token that may merely be old? One refusal then tells nothing of the key. */
  readonly hasTokens?: true
  /** The headers that show a key, and those that the vendor wants besides. */
  headers(key: string): Readonly<Record<string, string>>
  /** What a streamed call accepts; absent: `text/event-stream`. */
  readonly streamType?: string
  /** The body of a call, beside its model and `stream`. */
  readonly body: Json
  /** What a streamed one has over it. */
  readonly streamOnly?: Json
  /** The answer, whole and as a stream: a call of `get_weather` for Oslo. */
  readonly whole: Json
  readonly stream: readonly Step[]
  readonly billed: Billed
  /** Why the client reads that it ended; absent: `STOP`. */
  readonly finish?: string
  /** The vendor does not know the key. */
  readonly badKey: Refusal
  /** It takes no more calls of this key for now. */
  readonly tooMany?: Refusal
  /** It waits for money. */
  readonly unpaid?: Refusal
  /** It refuses what is asked, in words that the caller is told. */
  readonly badRequest: Refusal & { readonly told: string }
}

/** The events of a stream of OpenAI's chat, with its last mark; texts are sent as they are. */
export function chatStream(...chunks: readonly (Json | string)[]): readonly Step[] {
  const head = { id: 'c-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'm' }
  const frames = chunks.map((chunk) => (typeof chunk === 'string' ? step.text(chunk) : step.frame({ ...head, ...chunk })))
  return [step.streamHead(), ...frames, step.done(), step.end()]
}

/** One choice of a chunk. */
export const delta = (fields: Json, choice: Json = {}): Json => ({ choices: [{ index: 0, delta: fields, finish_reason: null, ...choice }] })

/** The last choice, with the reason why it ends. */
export const ended = (fields: Json = {}, choice: Json = {}): Json => delta(fields, { finish_reason: 'tool_calls', ...choice })

/** An answer of OpenAI's chat that calls a tool. */
export const chatAnswer = (message: Json, usage: Json, more: Json = {}, choice: Json = {}): Json => ({
  ...{ id: 'c-1', object: 'chat.completion', created: 1_790_000_000, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'tool_calls', ...choice }],
  usage,
  ...more,
})

/** A call of the tool with its id, as OpenAI writes it. */
export const toolCall = (id: string, argumentText = '{"city":"Oslo"}'): Json => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: argumentText },
})

/** The further arguments of a call. */
export const moreArguments = (text: string, more: Json = {}): Json => ({
  tool_calls: [{ index: 0, ...more, function: { arguments: text } }],
})

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A refusal with OpenAI's envelope. */
export const refusal = (status: number, message: string, more: Json = {}): Refusal & { readonly told: string } => ({
  status,
  body: { error: { message, ...more } },
  told: message,
})
