// api.deepseek.com as a strict fake vendor: what it refuses, in the order in which it looks.
import type { Json, JsonObject } from '../../../src/json.ts'
import { type ChatRule, chatAddress, chatVendor, formatOf, functionsOf, hasKey, mentions } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, isGiven, textOf } from '../openai/refusal.ts'
import { isThinking, messageChecks, thoughtCheck, toolOrder } from './history.ts'
import { structure } from './structure.ts'

const REFERENCE = 'https://api-docs.deepseek.com/api/create-chat-completion'

const door: ChatRule<string> = rule('no-api-key', 'https://api-docs.deepseek.com/quick_start/error_codes (401)', ({ request }) =>
  hasKey(request) ? undefined : 'Authentication Fails (governor)',
)

const modelNotExist: ChatRule<string> = rule(
  'model-not-exist',
  'https://github.com/deepwn/addi/issues/13 (2026-03-30), https://github.com/langbot-app/LangBot/issues/1643 (2025-09-02)',
  ({ body: { model } }) => (/^deepseek-(chat|reasoner|flash|pro|v[4-9].*)$/.test(textOf(model)) ? undefined : 'Model Not Exist'),
)

type Range = { field: string; fits(value: number): boolean; told: string; source: string }

const ranges: readonly Range[] = [
  {
    field: 'max_tokens',
    fits: (value) => value >= 1 && value <= 393216,
    told: '[1, 393216]',
    source: 'https://github.com/MoonshotAI/kimi-code/issues/509 (2026-06-06)',
  },
  {
    field: 'top_p',
    fits: (value) => value > 0 && value <= 1,
    told: '(0, 1.0]',
    source: 'https://github.com/chatboxai/chatbox/issues/2483 (2025-07-18)',
  },
  { field: 'temperature', fits: (value) => value >= 0 && value <= 2, told: '[0, 2.0]', source: REFERENCE },
  { field: 'frequency_penalty', fits: (value) => value >= -2 && value <= 2, told: '[-2.0, 2.0]', source: REFERENCE },
  { field: 'presence_penalty', fits: (value) => value >= -2 && value <= 2, told: '[-2.0, 2.0]', source: REFERENCE },
]

const rangeChecks: readonly ChatRule<string>[] = ranges.map(({ field, fits, told, source }) =>
  rule(`range-of-${field.replaceAll('_', '-')}`, source, ({ body: { [field]: value } }) =>
    typeof value !== 'number' || fits(value) ? undefined : `Invalid ${field} value, the valid range of ${field} is ${told}`,
  ),
)

const settingChecks: readonly ChatRule<string>[] = [
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
]

const toolChecks: readonly ChatRule<string>[] = [
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
]

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

/** The judge of requests to DeepSeek. */
export const deepseek = chatVendor(
  'deepseek',
  chatAddress,
  [door, structure, modelNotExist, ...messageChecks, ...rangeChecks, ...settingChecks, ...toolChecks, toolOrder, thoughtCheck],
  answer,
)
