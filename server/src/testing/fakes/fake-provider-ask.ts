// What a request wants of the fake provider. Tests must be able to compute the charge without our code, so usage is a plain function of the
// request: markers in the prompt set it (`#in:120 #out:30`, and `#told:900` where more is billed than shown), else it is counted by the rules
// below. Each dialect parses its own requests into `PlainRequest`; what follows from that is the same for all of them.

/** Where and how the fake reports usage. `asked`: a last chunk with empty choices when the caller requests it, as OpenAI does. */
const usageModes = ['asked', 'always', 'with-finish', 'every-chunk', 'twice', 'missing', 'negative', 'absurd', 'decreasing'] as const
export type UsageMode = (typeof usageModes)[number]

export interface FakeUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly audio_tokens: number }
  readonly completion_tokens_details: { readonly reasoning_tokens: number; readonly audio_tokens: number }
}

/** A tool that may be called. */
export interface OfferedTool {
  readonly name: string
  readonly parameters: unknown
  /** Does it take free text? */
  readonly isCustom?: boolean
  readonly namespace?: string
}

/** A request without its dialect. */
export interface PlainRequest {
  readonly model: string
  /** Every text of the prompt in order, results of tools among them. */
  readonly texts: readonly string[]
  readonly images: number
  readonly messages: number
  readonly isStream: boolean
  readonly wantsUsage?: boolean
  readonly wantsLogprobs?: boolean
  readonly choices?: number
  readonly tools?: readonly OfferedTool[]
  /** The tool that must be called, or whether any or none. */
  readonly toolChoice?: { readonly name: string } | 'any' | 'none' | undefined
  /** How often tools were called and answered since the user's last message. */
  readonly toolRounds?: number
  /** And since the conversation began. */
  readonly allToolRounds?: number
  /** The answer's JSON schema; `any` where just JSON is requested. */
  readonly schema?: unknown
  readonly thinks?: boolean
  /** Has it only to be counted or embedded? */
  readonly isSilent?: boolean
}

export interface FakeCall {
  readonly name: string
  /** JSON; of a custom tool free text. */
  readonly argumentText: string
  readonly isCustom?: boolean
  readonly namespace?: string
}

/** The scripted answer in place of the usual one: calls if there are any, else the text. */
export interface FakeLine {
  readonly calls?: readonly FakeCall[]
  readonly text?: string
}

/** Chooses the line by the request, including its tools. Undefined: the usual answer. */
export type FakePart = (request: PlainRequest) => FakeLine | undefined

/** A word is about one token in every common vocabulary. */
const WORDS = ['the', 'of', 'and', 'to', 'in', 'is', 'that', 'for', 'it', 'as', 'was', 'with', 'be', 'by', 'on', 'not']
const TOKENS_PER_IMAGE = 85
const TOKENS_PER_MESSAGE = 3
const BYTES_PER_TOKEN = 4
const MAX_DEFAULT_PIECES = 8
/** What the fake shows of its thinking. */
const THOUGHT = ['Let me', ' think', ' about it.']

export type FakeAsk = ReturnType<typeof askOf>

/** What follows from a request. Nothing here throws. */
export function askOf(request: PlainRequest, part?: FakePart) {
  const promptText = request.texts.join('\n')
  const line = part?.(request)
  const calls = line ? (line.calls ?? []) : callsOf(request, promptText)
  const pace = /fake-stream-(\d+)x(\d+)ms/.exec(request.model) ?? /#chunks:(\d+)x(\d+)ms/.exec(promptText)
  const out = marker(promptText, 'out') ?? (pace ? Number(pace[1]) : undefined)
  const answer = calls.length > 0 ? '' : (line?.text ?? answerText(request, request.texts.at(-1) ?? '', out))
  const pieces = pad(cut(answer, pace ? Number(pace[1]) : undefined), marker(promptText, 'size') ?? 0)
  const choices = Math.max(1, request.choices ?? 1)
  const prompt =
    marker(promptText, 'in') ??
    Math.ceil(Buffer.byteLength(promptText) / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * request.messages + TOKENS_PER_IMAGE * request.images
  const reasoning = marker(promptText, 'reasoning') ?? 0
  const words = Math.max(1, answer.split(/\s+/).filter(Boolean).length)
  const completion = request.isSilent ? 0 : (marker(promptText, 'told') ?? out ?? words + reasoning) * choices
  const refusal = /#refuse:(\d+)x(\d+)/.exec(promptText)
  return {
    model: request.model,
    /** All text of the prompt. */
    promptText,
    /** Out of `#call:<id>`; empty when there is none. */
    callId: /#call:([\w-]+)/.exec(promptText)?.[1] ?? '',
    isStream: request.isStream,
    wantsUsage: request.wantsUsage ?? false,
    usageMode: usageModes.find((mode) => promptText.includes(`#usage:${mode}`)) ?? 'asked',
    choices,
    /** The answer of each choice, in the pieces it is streamed in. */
    pieces,
    /** Milliseconds before each piece. */
    pauseMs: pace ? Number(pace[2]) : 0,
    /** Milliseconds before the first byte, out of `#wait:<ms>`. */
    waitMs: marker(promptText, 'wait') ?? 0,
    /** `#held`: nothing is sent until the test releases it. */
    isHeld: promptText.includes('#held'),
    wantsLogprobs: request.wantsLogprobs ?? false,
    /** Tools to call: one for `#tool`, each that there is for `#tool #parallel`; `#tool:3` calls in three rounds. */
    calls,
    /** Each call in one piece, with an id of nine characters, as Mistral gives them: `#calls:whole`. */
    hasWholeCalls: promptText.includes('#calls:whole'),
    /** Visible thinking, in the pieces it is streamed in; none unless it is requested. */
    thought: request.thinks ? THOUGHT : [],
    /** The answer ran into its limit: `#stop:length`. */
    isCutShort: promptText.includes('#stop:length'),
    /** `#refuse:429x1`: the first so many requests of this call are refused with this status. */
    refusal: refusal ? { status: Number(refusal[1]), times: Number(refusal[2]) } : undefined,
    /** `#images:1`: how many pictures must have come; another number is refused. */
    hasWrongImages: (marker(promptText, 'images') ?? request.images) !== request.images,
    /** `#cut:2`: the connection is lost after so many pieces. */
    cutAfter: marker(promptText, 'cut'),
    /** `#break:2`: the vendor sends an error event after so many pieces. */
    breakAfter: marker(promptText, 'break'),
    /** Input written to a cache, out of `#cachewrite:<n>`; part of the prompt. */
    cacheWrite: marker(promptText, 'cachewrite') ?? 0,
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: marker(promptText, 'cached') ?? 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
    },
  }
}

function marker(text: string, name: string): number | undefined {
  const found = new RegExp(`#${name}:(\\d+)`).exec(text)
  return found ? Number(found[1]) : undefined
}

function answerText({ schema }: PlainRequest, lastText: string, out: number | undefined): string {
  if (schema === 'any') return '{"echo":true}'
  if (schema !== undefined) return JSON.stringify(sample(schema))
  if (out !== undefined) return Array.from({ length: out }, (_, at) => WORDS[at % WORDS.length]).join(' ')
  return `Echo: ${lastText}`
}

function callsOf({ tools = [], toolChoice, toolRounds = 0 }: PlainRequest, promptText: string): FakeCall[] {
  const toolMarker = /#tool(?::(\d+))?/.exec(promptText)
  const named = typeof toolChoice === 'object' ? toolChoice.name : undefined
  const isWanted = toolChoice === 'any' || named !== undefined || toolRounds < (toolMarker ? Number(toolMarker[1] ?? 1) : 0)
  if (!isWanted || toolChoice === 'none') return []
  const possible = tools.filter((tool) => named === undefined || tool.name === named)
  const chosen = promptText.includes('#parallel') ? possible : possible.slice(0, 1)
  return chosen.map(({ parameters, ...tool }) => ({ ...tool, argumentText: tool.isCustom ? 'text' : JSON.stringify(sample(parameters)) }))
}

/** A value that a JSON schema allows, as plain as can be. */
function sample(schema: unknown): unknown {
  const given = (schema ?? {}) as { type?: unknown; properties?: Record<string, unknown>; items?: unknown; enum?: unknown[] }
  const { properties, items, enum: choices } = given
  // Some vendors write types in capitals, and some as a list of those that are allowed.
  const type = String(Array.isArray(given.type) ? given.type[0] : given.type).toLowerCase()
  if (choices?.length) return choices[0]
  if (type === 'object' || properties)
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, sample(inner)]))
  if (type === 'array') return [sample(items)]
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return true
  return 'text'
}

/** Cuts a text into pieces at word ends; as many as requested, the last ones empty where the words run out. */
function cut(text: string, count: number | undefined): string[] {
  const words = text.match(/\s*\S+/g) ?? []
  const pieces = count ?? Math.min(Math.max(words.length, 1), MAX_DEFAULT_PIECES)
  return Array.from({ length: pieces }, (_, at) =>
    words.slice(Math.floor((at * words.length) / pieces), Math.floor(((at + 1) * words.length) / pieces)).join(''),
  )
}

function pad(pieces: readonly string[], bytes: number): string[] {
  return pieces.map((piece) => piece.padEnd(bytes, ' x'))
}
