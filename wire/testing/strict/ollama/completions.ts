// Ollama's /v1/chat/completions.
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/json.ts'
import { type ChatCall, type ChatRule, chatVendor, imageUrl, inside, isGiven, objects, saying, textOf, toolCalls } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { decodeFault } from './go-types.ts'
import { modelRequired, modelTakesTools, modelThinks } from './model-rules.ts'
import { completionRequest } from './request-types.ts'

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
