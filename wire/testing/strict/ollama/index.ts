// A server of Ollama as two strict fake vendors: its address in OpenAI's dialect and its own. They refuse little: what Go's decoder cannot
// read, and what cannot be turned into a request of its own.
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/encoding/json.ts'
import { type ChatCall, type ChatRule, chatVendor, imageUrl, inside, isGiven, objects, saying, textOf, toolCalls } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { chatRequest, completionRequest, decodeFault } from './request-types.ts'

// What Ollama refuses by the model, whichever address is asked.

/** Models of its library without the tag "tools". */
const withoutTools = /^(smollm2|gemma2|llama2)(:|$)/
/** Models of its library without the tag "thinking". */
const withoutThinking = /^(smollm2|gemma2|gemma3n|llama2|llama3\.1|llama3\.2|qwen3-coder)(:|$)/

const modelRequired: ChatRule = rule('model-required', 'https://github.com/ollama/ollama/blob/main/server/routes.go (2026)', ({ model }) =>
  model === '' ? 'model is required' : undefined,
)

const modelTakesTools: ChatRule = rule(
  'no-tools',
  'https://github.com/ollama/ollama/issues/13578 (2025-12-28), https://github.com/ollama/ollama/issues/14795 (2026-03-12)',
  ({ body, model }) =>
    objects(body.tools).length > 0 && withoutTools.test(model) ? `registry.ollama.ai/library/${model} does not support tools` : undefined,
)

/** A rule on whether the model can think, where the request asks for it. */
function modelThinks(isAsked: (body: Parameters<ChatRule['refuses']>[0]['body']) => boolean): ChatRule {
  return rule(
    'no-thinking',
    'https://github.com/Gitlawb/openclaude/issues/1371 (2026-05-26), https://github.com/CherryHQ/cherry-studio/pull/18744 (2026-08-17)',
    ({ body, model }) => (isAsked(body) && withoutThinking.test(model) ? `"${model}" does not support thinking` : undefined),
  )
}

// Ollama's own /api/chat.

const types = 'https://github.com/ollama/ollama/blob/main/api/types.go (2026)'

const levels = ['high', 'medium', 'low', 'max']

const optionTypes: Readonly<Record<string, readonly string[]>> = {
  integer: ['num_keep', 'seed', 'num_predict', 'top_k', 'repeat_last_n', 'num_ctx', 'num_batch', 'num_gpu', 'main_gpu', 'num_thread'],
  float32: ['top_p', 'min_p', 'typical_p', 'temperature', 'repeat_penalty', 'presence_penalty', 'frequency_penalty'],
  array: ['stop'],
}

function optionFits(value: Json, type: string): boolean {
  return type === 'array' ? Array.isArray(value) : typeof value === 'number'
}

const requestRules: readonly ChatRule[] = [
  rule('cannot-unmarshal', `${types}, https://github.com/ollama/ollama/issues/10255 (2025-04-13)`, ({ request }) =>
    decodeFault(chatRequest, request.body as Json, 'ChatRequest'),
  ),
  rule('think-value', `${types}; the levels are those of 0.35 (2026-10)`, ({ body: { think } }) => {
    if (!isGiven(think) || typeof think === 'boolean' || levels.includes(String(think))) return undefined
    const listed = '"high", "medium", "low", "max", true, or false'
    return typeof think === 'string'
      ? `invalid think value: "${think}" (must be ${listed})`
      : `think must be a boolean or string (${listed})`
  }),
  modelRequired,
  modelTakesTools,
  modelThinks(({ think }) => isGiven(think) && think !== false),
  // A broken option is found when the model is loaded, which is an error of the server.
  rule('option-type', types, ({ body }) => {
    const options = inside(body.options)
    for (const [type, names] of Object.entries(optionTypes)) {
      const wrong = names.find((name) => isGiven(options[name]) && !optionFits(options[name], type))
      if (wrong !== undefined) return { status: 500, message: `option "${wrong}" must be of type ${type}` }
    }
    return undefined
  }),
]

/** Ollama's own address. */
export const ollamaNative = chatVendor(
  'ollama-native',
  /\/api\/chat$/,
  requestRules,
  saying(({ message }) => ({ error: message })),
)

const source = 'https://github.com/ollama/ollama/blob/main/openai/openai.go (2026)'

const efforts = ['high', 'medium', 'low', 'max', 'none']

function effortOf(body: JsonObject): string {
  return isGiven(body.reasoning) ? textOf(inside(body.reasoning).effort) : textOf(body.reasoning_effort)
}

/** What Go calls the type of a content that is neither a text nor a list. */
function contentType(content: Json | undefined): string {
  if (!isGiven(content)) return '<nil>'
  if (typeof content === 'number') return 'float64'
  return typeof content === 'boolean' ? 'bool' : 'map[string]interface {}'
}

function isReadable(part: Json): boolean {
  if (!isObject(part)) return false
  if (part.type === 'text') return typeof part.text === 'string'
  if (part.type === 'image_url') return imageUrl(part) !== ''
  return part.type === 'input_audio' && typeof inside(part.input_audio).data === 'string'
}

function parts({ messages }: ChatCall): Json[] {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
}

const isImage = (url: string) => /^data:(image\/(jpeg|jpg|png|webp))?;base64,[A-Za-z0-9+/\r\n]*={0,2}$/.test(url)

const images = (call: ChatCall): string[] => objects(parts(call)).flatMap((part) => imageUrl(part) ?? [])

const messageRules: readonly ChatRule[] = [
  rule('message-format', source, (call) => (parts(call).every(isReadable) ? undefined : 'invalid message format')),
  rule('image-address', source, (call) =>
    images(call).some((url) => /^https?:\/\//.test(url))
      ? 'image URLs are not currently supported, please use base64 encoded data instead'
      : undefined,
  ),
  rule('image-input', source, (call) => (images(call).every(isImage) ? undefined : 'invalid image input')),
  rule('content-type', source, ({ messages }) => {
    const wrong = messages.find(({ content, tool_calls }) => typeof content !== 'string' && !Array.isArray(content) && !isGiven(tool_calls))
    return wrong && `invalid message content type: ${contentType(wrong.content)}`
  }),
  rule('tool-call-arguments', source, ({ messages }) =>
    toolCalls(messages).every((call) => isObject(parseJson(textOf(call.arguments)))) ? undefined : 'invalid tool call arguments',
  ),
]

/** Ollama's address in OpenAI's dialect. */
export const ollama = chatVendor(
  'ollama',
  /\/chat\/completions$/,
  [
    rule(
      'cannot-unmarshal',
      'https://github.com/ollama/ollama/issues/18051 (2026-08-26), https://github.com/ollama/ollama/blob/main/api/types.go (2026)',
      ({ request }) => decodeFault(completionRequest, request.body as Json, 'ChatCompletionRequest'),
    ),
    rule('messages-empty', 'https://github.com/ollama/ollama/blob/main/middleware/openai.go (2026)', ({ messages }) =>
      messages.length === 0 ? "[] is too short - 'messages'" : undefined,
    ),
    ...messageRules,
    rule('reasoning-value', source, ({ body }) => {
      const effort = effortOf(body)
      return effort === '' || efforts.includes(effort)
        ? undefined
        : `invalid reasoning value: '${effort}' (must be "high", "medium", "low", "max", or "none")`
    }),
    modelRequired,
    modelTakesTools,
    modelThinks((body) => !['', 'none'].includes(effortOf(body))),
  ],
  saying(({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } })),
)
