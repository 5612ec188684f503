// What a request asks of the fake provider. The judge of a test must be able to work out the charge without our code, so usage is a plain
// function of the request: markers in the prompt say it outright (`#in:120 #out:30`), else it is counted by the rules below.

/** Where and how the fake reports usage. `asked`: a last chunk with empty choices when the caller asked for it, as OpenAI does. */
export const usageModes = ['asked', 'always', 'with-finish', 'every-chunk', 'twice', 'missing', 'negative', 'absurd', 'decreasing'] as const
export type UsageMode = (typeof usageModes)[number]

export interface FakeUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly audio_tokens: number }
  readonly completion_tokens_details: { readonly reasoning_tokens: number; readonly audio_tokens: number }
}

export interface FakeAsk {
  readonly model: string
  /** All text of the prompt. */
  readonly promptText: string
  /** Out of `#call:<id>`; empty when there is none. */
  readonly callId: string
  readonly isStream: boolean
  readonly wantsUsage: boolean
  readonly usageMode: UsageMode
  readonly choices: number
  /** The answer of each choice, in the pieces it is streamed in. */
  readonly pieces: readonly string[]
  /** Milliseconds before each piece. */
  readonly pauseMs: number
  /** Milliseconds before the first byte, out of `#wait:<ms>`. */
  readonly waitMs: number
  readonly wantsLogprobs: boolean
  readonly tool: { readonly name: string; readonly argumentText: string } | undefined
  readonly usage: FakeUsage
}

/** A word is about one token in every common vocabulary. */
const WORDS = ['the', 'of', 'and', 'to', 'in', 'is', 'that', 'for', 'it', 'as', 'was', 'with', 'be', 'by', 'on', 'not']
const TOKENS_PER_IMAGE = 85
const TOKENS_PER_MESSAGE = 3
const BYTES_PER_TOKEN = 4
const MOST_PIECES_UNASKED = 8

interface Part {
  readonly type?: string
  readonly text?: string
}
interface AskBody {
  readonly model?: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages?: readonly { readonly role?: string; readonly content?: string | readonly Part[] | null }[]
  readonly prompt?: string | readonly string[]
  readonly input?: string | readonly unknown[]
  readonly n?: number
  readonly logprobs?: boolean | number
  readonly tools?: readonly { readonly function?: { readonly name?: string; readonly parameters?: unknown } }[]
  readonly tool_choice?: string | { readonly function?: { readonly name?: string } }
  readonly response_format?: { readonly type?: string; readonly json_schema?: { readonly schema?: unknown } }
}

/** Reads what a chat, completion or embedding request asks for. */
export function readAsk(parsed: unknown): FakeAsk {
  // The body is whatever the gateway sent; every field is optional above, and nothing here throws on a wrong one.
  const body = (parsed ?? {}) as AskBody
  const { texts, images, messages } = promptOf(body)
  const promptText = texts.join('\n')
  const model = String(body.model ?? '')
  const tool = toolOf(body, promptText)
  const pace = /fake-stream-(\d+)x(\d+)ms/.exec(model) ?? /#chunks:(\d+)x(\d+)ms/.exec(promptText)
  const out = marker(promptText, 'out') ?? (pace ? Number(pace[1]) : undefined)
  const answer = tool ? '' : answerText(body, texts.at(-1) ?? '', out)
  const pieces = pad(cut(answer, pace ? Number(pace[1]) : undefined), marker(promptText, 'size') ?? 0)
  const choices = Math.max(1, body.n ?? 1)
  const prompt =
    marker(promptText, 'in') ??
    Math.ceil(Buffer.byteLength(promptText) / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages + TOKENS_PER_IMAGE * images
  const completion = body.input === undefined ? (out ?? Math.max(1, answer.split(/\s+/).filter(Boolean).length)) * choices : 0
  return {
    model,
    promptText,
    callId: /#call:([\w-]+)/.exec(promptText)?.[1] ?? '',
    isStream: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
    usageMode: usageModes.find((mode) => promptText.includes(`#usage:${mode}`)) ?? 'asked',
    choices,
    pieces,
    pauseMs: pace ? Number(pace[2]) : 0,
    waitMs: marker(promptText, 'wait') ?? 0,
    wantsLogprobs: body.logprobs === true || typeof body.logprobs === 'number',
    tool,
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: marker(promptText, 'cached') ?? 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: marker(promptText, 'reasoning') ?? 0, audio_tokens: 0 },
    },
  }
}

function promptOf(body: AskBody): { texts: string[]; images: number; messages: number } {
  if (body.messages === undefined) {
    const given = body.prompt ?? body.input ?? ''
    return { texts: (Array.isArray(given) ? given : [given]).map(String), images: 0, messages: 1 }
  }
  const texts: string[] = []
  let images = 0
  for (const { content } of body.messages) {
    if (typeof content === 'string') texts.push(content)
    else if (Array.isArray(content)) {
      for (const part of content as readonly Part[]) {
        if (part.type === 'image_url') images += 1
        else if (typeof part.text === 'string') texts.push(part.text)
      }
    }
  }
  return { texts, images, messages: body.messages.length }
}

function marker(text: string, name: string): number | undefined {
  const found = new RegExp(`#${name}:(\\d+)`).exec(text)
  return found ? Number(found[1]) : undefined
}

function answerText(body: AskBody, lastText: string, out: number | undefined): string {
  if (body.response_format?.type === 'json_schema') return JSON.stringify(sample(body.response_format.json_schema?.schema))
  if (body.response_format?.type === 'json_object') return '{"echo":true}'
  if (out !== undefined) return Array.from({ length: out }, (_, at) => WORDS[at % WORDS.length]).join(' ')
  return `Echo: ${lastText}`
}

function toolOf(body: AskBody, promptText: string): FakeAsk['tool'] {
  const named = typeof body.tool_choice === 'object' ? body.tool_choice.function?.name : undefined
  const isWanted = named !== undefined || body.tool_choice === 'required' || promptText.includes('#tool')
  const tool = body.tools?.find((one) => named === undefined || one.function?.name === named)?.function
  if (!isWanted || body.tool_choice === 'none' || tool?.name === undefined) return undefined
  return { name: tool.name, argumentText: JSON.stringify(sample(tool.parameters)) }
}

/** A value that a JSON schema allows, as plain as can be. */
function sample(schema: unknown): unknown {
  const {
    type,
    properties,
    items,
    enum: choices,
  } = (schema ?? {}) as { type?: string; properties?: Record<string, unknown>; items?: unknown; enum?: unknown[] }
  if (choices?.length) return choices[0]
  if (type === 'object' || properties)
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, sample(inner)]))
  if (type === 'array') return [sample(items)]
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return true
  return 'text'
}

/** Cuts a text into pieces at word ends; as many as asked for, the last ones empty where the words run out. */
function cut(text: string, count: number | undefined): string[] {
  const words = text.match(/\s*\S+/g) ?? []
  const pieces = count ?? Math.min(Math.max(words.length, 1), MOST_PIECES_UNASKED)
  return Array.from({ length: pieces }, (_, at) =>
    words.slice(Math.floor((at * words.length) / pieces), Math.floor(((at + 1) * words.length) / pieces)).join(''),
  )
}

function pad(pieces: readonly string[], bytes: number): string[] {
  return pieces.map((piece) => piece.padEnd(bytes, ' x'))
}
