// api.deepseek.com as a strict fake vendor: what it refuses, in the order in which it looks.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { contentOf, functionTool, plain, textPart, toolCall } from '../chat-body.ts'
import {
  type ChatRule,
  type ChatStep,
  type ChatWalk,
  callsOf,
  chatAddress,
  chatVendor,
  formatOf,
  functionsOf,
  hasKey,
  mentions,
  range,
} from '../chat-judge.ts'
import { rule, sourced } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'
import { serdeComplaint } from '../openai-compatible/serde.ts'
import { either, type Fault, firstFault, list, nullable, open, required, type Shape, tagged, text, words } from '../shape.ts'

// What the body of a request to api.deepseek.com must be made of. Fields that it does not know are ignored.

/** The older models know text only, and their reader does not know the name of another part. */
const readsImages = (model: string) => /v4\.[1-9]|vision|^deepseek-(flash|pro)$/.test(model)

function contentShape(model: string): Shape {
  return contentOf(tagged('type', readsImages(model) ? { text: textPart, image_url: open({}), file: open({}) } : { text: textPart }))
}

const functionCall = { ...toolCall, fields: { ...toolCall.fields, type: words('function') } }

function messagesShape(model: string): Shape {
  const content = contentShape(model)
  const spoken = open({ content: required(content), name: nullable(text()) })
  return list(
    tagged('role', {
      system: spoken,
      user: spoken,
      assistant: open({ content: nullable(content), reasoning_content: nullable(text()), tool_calls: nullable(list(functionCall)) }),
      tool: open({ content: required(content), tool_call_id: required(text()) }),
      latest_reminder: spoken,
    }),
  )
}

const namedChoice = open({ type: required(words('function')), function: required(open({ name: required(text()) })) })

function bodyShape(model: string): Shape {
  return open({
    messages: required(messagesShape(model)),
    model: required(text()),
    thinking: nullable(open({ type: text() })),
    reasoning_effort: nullable(words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra')),
    ...plain(['frequency_penalty', 'presence_penalty', 'max_tokens', 'n']),
    response_format: nullable(open({ type: words('text', 'json_object', 'json_schema') })),
    ...plain(['stop', 'stream', 'stream_options', 'temperature', 'top_p']),
    tools: nullable(list(tagged('type', { function: functionTool }))),
    tool_choice: nullable(either(words('none', 'auto', 'required'), namedChoice)),
    ...plain(['logprobs', 'top_logprobs']),
  })
}

const untagged = {
  rule: 'untagged-enum',
  source: 'https://github.com/browser-use/web-ui/issues/314 (2025-02-19), https://github.com/BerriAI/litellm/pull/37470 (2026)',
}

/** A value that may be of several kinds and is of none of them is not told more exactly. */
function untaggedComplaint(fault: Fault): string | undefined {
  const [field, index, inner] = fault.path
  const whole = 'Failed to deserialize the JSON body into the target type: '
  if (field === 'tool_choice' && (fault.kind === 'not-in-list' || fault.kind === 'wrong-type')) {
    return `${whole}tool_choice: data did not match any variant of untagged enum ChatCompletionToolChoiceOption`
  }
  if (inner !== 'content' || fault.path.length > 3 || fault.kind !== 'wrong-type') return undefined
  return `${whole}messages[${index}]: data did not match any variant of untagged enum ChatCompletionRequestContent`
}

const structure: ChatWalk<string> = {
  rules: [
    ...sourced({
      'unknown-variant':
        'https://github.com/decolua/9router/issues/773 (2026-05-02), https://github.com/Zoo-Code-Org/Zoo-Code/issues/1106 (2026-08-03), https://github.com/BerriAI/litellm/issues/30722 (2026-06-18), https://github.com/clacky-ai/openclacky/issues/427 (2026-08-03)',
      'missing-field': 'https://github.com/deepseek-ai/awesome-deepseek-integration/issues/520 (2025-12-08)',
      'invalid-type': 'https://github.com/cline/cline/issues/230 (2024-09-05), https://api-docs.deepseek.com/api/create-chat-completion',
    }),
    untagged,
  ],
  walk(body: JsonObject) {
    const fault = firstFault(bodyShape(textOf(body.model)), body)
    if (!fault) return undefined
    const complaint = untaggedComplaint(fault)
    return complaint ? { rule: untagged.rule, complaint } : serdeComplaint(fault, body)
  },
}

// What the messages of a request to api.deepseek.com must be to each other.

/** Thinking is on unless it is turned off; the old name for the quick model never thinks by itself. */
function isThinking({ model, thinking, reasoning_effort: effort }: JsonObject): boolean {
  const { type } = inside(thinking)
  if (type === 'disabled' || effort === 'none' || effort === 'minimal') return false
  return model !== 'deepseek-chat' || type === 'enabled'
}

const insufficient = {
  rule: 'insufficient-tool-messages',
  source: 'https://github.com/bytedance/deer-flow/issues/2706 (2026-05-03), https://github.com/gptme/gptme/issues/3421 (2026-08-03)',
}
const orphan = {
  rule: 'tool-message-without-call',
  source:
    'https://github.com/qwersyk/Newelle/issues/425 (2026-08-28), https://github.com/agentscope-ai/agentscope-go/issues/7 (2026-09-16)',
}
const duplicate = {
  rule: 'duplicate-tool-call-id',
  source: 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630 (2026-04-29)',
}

const insufficientText =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"
const orphanText = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"

/** Every call is answered right after it, and no answer comes without its call. */
const toolOrder: ChatWalk<string> = {
  rules: [insufficient, orphan, duplicate],
  walk(body) {
    const answered = new Set<string>()
    let waiting = new Set<string>()
    let inAnswers = false
    for (const [index, message] of objects(body.messages).entries()) {
      if (message.role === 'tool') {
        const id = textOf(message.tool_call_id)
        if (!inAnswers) return { rule: orphan.rule, complaint: orphanText }
        if (answered.has(id)) return { rule: duplicate.rule, complaint: `Duplicate value for 'tool_call_id' of ${id} in message[${index}]` }
        answered.add(id)
        waiting.delete(id)
        continue
      }
      if (waiting.size > 0) break
      const calls = callsOf(message)
      waiting = new Set(calls.map(({ id }) => textOf(id)))
      inAnswers = calls.length > 0
    }
    return waiting.size > 0 ? { rule: insufficient.rule, complaint: insufficientText } : undefined
  },
}

const REFERENCE = 'https://api-docs.deepseek.com/api/create-chat-completion'

const rangeOf = (field: string, source: string, told: string, fits: (value: number) => boolean): ChatRule<string> => {
  const found = range(field, source, fits, `Invalid ${field} value, the valid range of ${field} is ${told}`)
  return { ...found, rule: `range-of-${found.rule}` }
}
const mostTokens = 'https://github.com/MoonshotAI/kimi-code/issues/509 (2026-06-06)'
const topP = 'https://github.com/chatboxai/chatbox/issues/2483 (2025-07-18)'
const isForced = ({ tool_choice: choice }: JsonObject) => isGiven(choice) && choice !== 'auto' && choice !== 'none'

function nameFault(index: number, name: string): string {
  const field = `Invalid 'tools[${index}].function.name'`
  if (name.length <= 64) {
    return `${field}: string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
  }
  return `${field}: string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`
}

/** Every fault has the same type and code, but for a missing key. */
function answer(message: string): { status: number; body: Json } {
  const isOfKey = message.startsWith('Authentication Fails')
  const type = isOfKey ? 'authentication_error' : 'invalid_request_error'
  return { status: isOfKey ? 401 : 400, body: { error: { message, type, param: null, code: 'invalid_request_error' } } }
}

/** In the order in which it looks. */
const rules: readonly ChatStep<string>[] = [
  rule('no-api-key', 'https://api-docs.deepseek.com/quick_start/error_codes (401)', ({ request }) =>
    hasKey(request) ? undefined : 'Authentication Fails (governor)',
  ),
  structure,
  rule(
    'model-not-exist',
    'https://github.com/deepwn/addi/issues/13 (2026-03-30), https://github.com/langbot-app/LangBot/issues/1643 (2025-09-02)',
    ({ body: { model } }) => (/^deepseek-(chat|reasoner|flash|pro|v[4-9].*)$/.test(textOf(model)) ? undefined : 'Model Not Exist'),
  ),
  rule('no-messages', 'https://api-docs.deepseek.com/api/create-chat-completion (messages: at least one)', ({ body }) =>
    objects(body.messages).length > 0 ? undefined : 'Empty input messages',
  ),
  rule('empty-assistant-message', 'https://github.com/carlrobertoh/ProxyAI/issues/834 (2025-01-26)', ({ body }) => {
    const empty = objects(body.messages).find((one) => one.role === 'assistant' && !isGiven(one.content) && callsOf(one).length === 0)
    return empty && 'Invalid assistant message: content or tool_calls must be set'
  }),
  rangeOf('max_tokens', mostTokens, '[1, 393216]', (value) => value >= 1 && value <= 393216),
  rangeOf('top_p', topP, '(0, 1.0]', (value) => value > 0 && value <= 1),
  rangeOf('temperature', REFERENCE, '[0, 2.0]', (value) => value >= 0 && value <= 2),
  rangeOf('frequency_penalty', REFERENCE, '[-2.0, 2.0]', (value) => Math.abs(value) <= 2),
  rangeOf('presence_penalty', REFERENCE, '[-2.0, 2.0]', (value) => Math.abs(value) <= 2),
  rule('n', 'https://github.com/SakanaAI/AI-Scientist/issues/177 (2025-01-14)', ({ body: { n } }) =>
    isGiven(n) && n !== 1 ? 'Invalid n value (currently only n = 1 is supported)' : undefined,
  ),
  rule(
    'top-logprobs',
    `https://github.com/deepseek-ai/DeepSeek-V2/issues/9 (2024-05-14), ${REFERENCE} (at most 20)`,
    ({ body: { logprobs, top_logprobs: top } }) => {
      if (typeof top !== 'number' || (logprobs === true && top >= 0 && top <= 20)) return undefined
      return 'Invalid top_logprobs and logprobs value'
    },
  ),
  rule('stop', `${REFERENCE} (up to 16 sequences)`, ({ body: { stop } }) =>
    Array.isArray(stop) && stop.length > 16 ? 'Invalid stop value, at most 16 stop sequences are supported' : undefined,
  ),
  rule(
    'stream-options-without-stream',
    'https://github.com/llm-as-a-verifier/TurboAgent/issues/7 (2026-08-22)',
    ({ body: { stream, stream_options: options } }) =>
      isGiven(options) && stream !== true ? 'stream_options should be set along with stream = true' : undefined,
  ),
  rule(
    'response-format-unavailable',
    'https://github.com/ItzCrazyKns/Vane/issues/969 (2026-01-04), https://github.com/bytedance/deer-flow/issues/545 (2025-08-26)',
    ({ body }) => (formatOf(body) === 'json_schema' ? 'This response_format type is unavailable now' : undefined),
  ),
  rule(
    'prompt-without-json',
    'https://github.com/vercel/ai/issues/7913 (2025-08-09), https://github.com/yubing744/trading-gpt/pull/77 (2026-04-24)',
    ({ body }) => {
      if (formatOf(body) !== 'json_object' || mentions('json', body)) return undefined
      return "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'."
    },
  ),
  rule('too-many-tools', `${REFERENCE} (at most 128 functions)`, ({ body }) => {
    const { length } = functionsOf(body)
    if (length <= 128) return undefined
    return `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${length} instead.`
  }),
  rule('function-name', `https://github.com/refly-ai/refly/issues/1794 (2025-12-10), ${REFERENCE} (at most 64 characters)`, ({ body }) => {
    const found = functionsOf(body).find(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    return found && nameFault(found.index, found.name)
  }),
  rule('duplicate-function', 'https://github.com/decolua/9router/pull/3333 (2026-08-15)', ({ body }) => {
    const names = functionsOf(body).map(({ name }) => name)
    return new Set(names).size < names.length ? 'Tool names must be unique.' : undefined
  }),
  rule(
    'function-schema',
    'https://github.com/Kilo-Org/kilocode/issues/12237 (2026-07-15), https://github.com/end-4/dots-hyprland/pull/3640 (2026-09-11)',
    ({ body }) => {
      const found = functionsOf(body).find(({ held }) => isGiven(held.parameters) && inside(held.parameters).type !== 'object')
      if (!found) return undefined
      const got = inside(found.held.parameters).type
      const type = isGiven(got) ? JSON.stringify(got) : 'null'
      return `Invalid schema for function '${found.name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${type}'.`
    },
  ),
  rule(
    'tool-choice-while-thinking',
    'https://github.com/deepseek-ai/DeepSeek-V3/issues/1376 (2026-08-03), https://github.com/BerriAI/litellm/pull/37470 (2026), https://github.com/osaurus-ai/osaurus/pull/1940 (2026-07-08)',
    ({ body }) => (isThinking(body) && isForced(body) ? 'Thinking mode does not support this tool_choice' : undefined),
  ),
  toolOrder,
  // Only of messages with calls is it certain; whether others need theirs depends on what came before them. An empty one is enough.
  rule(
    'reasoning-content-not-passed-back',
    'https://api-docs.deepseek.com/guides/thinking_mode, https://github.com/Gitlawb/openclaude/issues/878 (2026-04-24), https://github.com/danny-avila/LibreChat/issues/13366 (2026-05-28)',
    ({ body }) => {
      if (!isThinking(body)) return undefined
      const missing = objects(body.messages).find((one) => callsOf(one).length > 0 && typeof one.reasoning_content !== 'string')
      return missing && 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    },
  ),
]

/** The judge of requests to DeepSeek. */
export const deepseek = chatVendor('deepseek', chatAddress, rules, answer)
