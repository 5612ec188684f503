// The four dialects without a client library: the request that each sends, and where its response has which field.
import type { DialectName } from '@waystation/wire/chat/dialects'

export interface Limits {
  readonly maxTokens?: number
  readonly topP?: number
  readonly temperature?: number
}

export interface Door {
  readonly dialect: DialectName
  path(model: string, isStream: boolean): string
  body(model: string, prompt: string, isStream: boolean): object
  /** Fields to lay over a body: how long and how varied the answer may be. Undefined takes a field off. */
  limits(limits: Limits): object
  /** The message and the type of an error response, if it is in the dialect's own shape. */
  failure(json: Record<string, unknown>): { readonly message: unknown; readonly kind: unknown } | undefined
  /** The kinds by status, as the dialect names them. */
  readonly kinds: Readonly<Record<400 | 429 | 500, RegExp>>
  /** Does this last event of a stream report a failure in the dialect's shape? */
  isFailureEvent(event: { readonly event: string; readonly data: string }): boolean
  /** What a whole stream ends with, and a broken one must not. */
  readonly terminal: RegExp
}

const openaiFailure = (json: Record<string, unknown>) => {
  const error = json.error as { message?: unknown; type?: unknown; param?: unknown; code?: unknown } | undefined
  return error && 'param' in error && 'code' in error ? { message: error.message, kind: error.type } : undefined
}

/** Of another vendor's trouble we speak in our own word. */
const openaiKinds = { 400: /^invalid_request_error$/, 429: /^rate_limit_error$/, 500: /^(server|upstream)_error$/ }

export const doors: readonly Door[] = [
  {
    dialect: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (model, content, stream) => ({ model, messages: [{ role: 'user', content }], stream }),
    limits: ({ maxTokens, topP, temperature }) => ({ max_completion_tokens: maxTokens, top_p: topP, temperature }),
    failure: openaiFailure,
    kinds: openaiKinds,
    isFailureEvent: ({ event, data }) => event === '' && openaiFailure(JSON.parse(data) as Record<string, unknown>) !== undefined,
    terminal: /\[DONE\]|"finish_reason":"/,
  },
  {
    dialect: 'openai-responses',
    path: () => '/v1/responses',
    body: (model, input, stream) => ({ model, input, stream }),
    limits: ({ maxTokens, topP, temperature }) => ({ max_output_tokens: maxTokens, top_p: topP, temperature }),
    failure: openaiFailure,
    kinds: openaiKinds,
    isFailureEvent: ({ event, data }) =>
      ['error', 'response.failed'].includes(event) && (JSON.parse(data) as { type: string }).type === event,
    terminal: /response\.completed|response\.incomplete/,
  },
  {
    dialect: 'anthropic-messages',
    path: () => '/v1/messages',
    body: (model, content, stream) => ({ model, max_tokens: 1000, messages: [{ role: 'user', content }], stream }),
    limits: ({ maxTokens, topP, temperature }) => ({ max_tokens: maxTokens, top_p: topP, temperature }),
    failure(json) {
      const error = json.error as { message?: unknown; type?: unknown } | undefined
      return json.type === 'error' && error ? { message: error.message, kind: error.type } : undefined
    },
    kinds: { 400: /^invalid_request_error$/, 429: /^rate_limit_error$/, 500: /^api_error$/ },
    isFailureEvent: ({ event, data }) => event === 'error' && (JSON.parse(data) as { type: string }).type === 'error',
    terminal: /message_stop|"stop_reason":"/,
  },
  {
    dialect: 'gemini-generate',
    path: (model, isStream) => `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_model, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    limits: ({ maxTokens, topP, temperature }) => ({ generationConfig: { maxOutputTokens: maxTokens, topP, temperature } }),
    failure(json) {
      const error = json.error as { message?: unknown; status?: unknown; code?: unknown } | undefined
      return typeof error?.code === 'number' ? { message: error.message, kind: error.status } : undefined
    },
    kinds: { 400: /^INVALID_ARGUMENT$/, 429: /^RESOURCE_EXHAUSTED$/, 500: /^INTERNAL$/ },
    isFailureEvent: ({ event, data }) =>
      event === '' && typeof (JSON.parse(data) as { error?: { code?: unknown } }).error?.code === 'number',
    terminal: /"finishReason":"/,
  },
]

/** The events of a stream with data. */
export function eventsOf(text: string): { event: string; data: string }[] {
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n')
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
    if (data.length === 0) return []
    return [{ event: lines.find((line) => line.startsWith('event: '))?.slice(7) ?? '', data: data.join('\n') }]
  })
}
