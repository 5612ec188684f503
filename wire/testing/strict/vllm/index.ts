// A server of vLLM as a strict fake vendor, after its own source. A request is read by pydantic first ("Bad Request"), then its parameters of
// sampling are looked at ("BadRequestError"). What depends on how a server was started, as its model and its parser of tools, is not judged.
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/encoding/json.ts'
import {
  type ChatCall,
  type ChatRule,
  type ChatStep,
  chatVendor,
  inside,
  isGiven,
  partsOf,
  saying,
  textOf,
  toolCalls,
} from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { fieldRules } from './field-rules.ts'
import { decimalText, invalidBody, invalidField, printed, protocol } from './words.ts'

// The messages as vLLM reads them. Any role is taken here; the template of the model decides on it.

const chatUtils = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/chat_utils.py (2026)'

/** The parts that the parser has a reader for. */
const parts =
  /^(text|refusal|input_text|output_text|thinking|image_url|input_image|image_pil|image_embeds|audio_url|input_audio|audio_embeds|video_url)$/

// What vLLM looks at in the whole body, before it reads the fields.

/** A rule on the whole body. @param param the field that the error names */
function bodyRule(name: string, param: string | null, finds: (call: ChatCall) => string | undefined): ChatRule {
  return rule(name, protocol, (call) => {
    const message = finds(call)
    return message === undefined ? undefined : invalidBody(message, param, call.body)
  })
}

const usage = 'Correct usage: `{"type": "function", "function": {"name": "my_function"}}`'

function namedChoiceFault({ body, functions }: ChatCall): string | undefined {
  const choice = body.tool_choice
  if (!isObject(choice)) return undefined
  if (!isObject(choice.function)) return `Invalid value for \`function\`: \`${choice.function ?? 'None'}\` in \`tool_choice\`! ${usage}`
  const name = choice.function.name
  if (name === undefined) return `Expected field \`name\` in \`function\` in \`tool_choice\`! ${usage}`
  if (textOf(name) === '') return `Invalid \`name\` in \`function\`: \`${name}\` in \`tool_choice\`! ${usage}`
  return functions.some(({ definition }) => definition.name === name)
    ? undefined
    : 'The tool specified in `tool_choice` does not match any of the specified `tools`'
}

/** True as Python takes it: an empty object or a 0 is false. */
function isTruthy(value: Json | undefined): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}

function logprobsFault(body: JsonObject): string | undefined {
  const { top_logprobs: top, logprobs } = body
  if (!isGiven(top)) return undefined
  if (typeof top !== 'number') return '`top_logprobs` must be an integer.'
  if (top < 0 && top !== -1) return '`top_logprobs` must be a positive value or -1.'
  return top !== 0 && !isTruthy(logprobs) ? 'when using `top_logprobs`, `logprobs` must be set to true.' : undefined
}

// The parameters of sampling, which vLLM looks at once the request is read.

const source = 'https://github.com/vllm-project/vllm/blob/main/vllm/sampling_params.py (2026)'

/** The value of a field, which may be a text of digits. */
function numberOf(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  return value === undefined || value === null || typeof value === 'object' ? undefined : Number(value)
}

/** The rule of a number's bounds. @param wanted what it must be, in words, which may depend on what it is */
function bound(
  field: string,
  fits: (value: number) => boolean,
  wanted: string | ((value: number) => string),
  param: string | null = null,
): ChatRule {
  return rule(field.replaceAll('_', '-'), source, ({ body }) => {
    const value = numberOf(body, field)
    if (value === undefined || fits(value)) return undefined
    const got = ['n', 'top_k'].includes(field) ? value : decimalText(value)
    const message = `${field} must be ${typeof wanted === 'string' ? wanted : wanted(value)}, got ${got}.`
    return { message, details: { param } }
  })
}

/** The longest answer that the request asks for. */
function mostTokens(body: JsonObject): number | undefined {
  return numberOf(body, 'max_completion_tokens') ?? numberOf(body, 'max_tokens')
}

/** In the order in which it looks. */
const rules: readonly ChatStep[] = [
  rule('body-not-an-object', protocol, ({ request }) => {
    const body = request.body as Json
    return isObject(body)
      ? undefined
      : invalidField('model_attributes_type', [], 'Input should be a valid dictionary or object to extract fields from', body)
  }),
  bodyRule('tools-empty', 'tools', ({ body }) =>
    Array.isArray(body.tools) && body.tools.length === 0
      ? '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.'
      : undefined,
  ),
  bodyRule('tool-choice-without-tools', 'tool_choice', ({ body }) =>
    isGiven(body.tool_choice) && body.tool_choice !== 'none' && !isGiven(body.tools)
      ? 'When using `tool_choice`, `tools` must be set.'
      : undefined,
  ),
  bodyRule('tool-choice-word', 'tool_choice', ({ body: { tool_choice: choice } }) => {
    if (!isGiven(choice) || isObject(choice) || ['none', 'auto', 'required'].includes(String(choice))) return undefined
    return `Invalid value for \`tool_choice\`: ${choice}! Only named tools, "none", "auto" or "required" are supported.`
  }),
  bodyRule('tool-choice-function', 'tool_choice', namedChoiceFault),
  bodyRule('generation-prompt', null, ({ body }) =>
    isTruthy(body.continue_final_message) && isTruthy(body.add_generation_prompt)
      ? 'Cannot set both `continue_final_message` and `add_generation_prompt` to True.'
      : undefined,
  ),
  bodyRule('structured-outputs', null, ({ body }) => {
    const given = ['json', 'regex', 'choice'].filter((name) => isGiven(inside(body.structured_outputs)[name]))
    return given.length > 1 ? "You can only use one kind of constraints for structured outputs ('json', 'regex' or 'choice')." : undefined
  }),
  bodyRule('logprobs', 'top_logprobs', ({ body }) => logprobsFault(body)),
  bodyRule('stream-options-without-stream', 'stream_options', ({ body }) =>
    isTruthy(body.stream_options) && !isTruthy(body.stream) ? 'Stream options can only be defined when `stream=True`.' : undefined,
  ),
  bodyRule('json-schema-missing', 'response_format', ({ body }) => {
    const { type, json_schema: schema } = inside(body.response_format)
    return type === 'json_schema' && !isGiven(schema)
      ? "When response_format type is 'json_schema', the 'json_schema' field must be provided."
      : undefined
  }),
  bodyRule('cache-salt', 'cache_salt', ({ body }) =>
    body.cache_salt === '' ? "Parameter 'cache_salt' must be a non-empty string if provided." : undefined,
  ),
  ...fieldRules,
  rule('message-role', chatUtils, ({ messages }) => {
    const place = messages.findIndex(({ role }) => typeof role !== 'string')
    return place < 0 ? undefined : invalidField('missing', ['messages', place, 'role'], 'Field required', messages[place])
  }),
  rule('message-content', `${chatUtils}, https://github.com/vllm-project/vllm/issues/10015 (2024-11)`, ({ messages }) => {
    const place = messages.findIndex(({ content }) => isGiven(content) && typeof content !== 'string' && !Array.isArray(content))
    if (place < 0) return undefined
    return invalidField('string_type', ['messages', place, 'content', 'str'], 'Input should be a valid string', messages[place]?.content)
  }),
  rule('part-type', chatUtils, ({ messages }) => {
    const type = messages
      .flatMap(partsOf)
      .map((part) => textOf(part.type))
      .find((name) => name !== '' && !parts.test(name))
    return type === undefined ? undefined : `Unknown part type: ${type}`
  }),
  rule('arguments-not-json', chatUtils, ({ messages }) => {
    const given = toolCalls(messages).map((call) => call.arguments)
    const broken = given.some((one) => typeof one === 'string' && one !== '' && parseJson(one) === undefined)
    return broken && !given.some(isObject) ? 'Expecting value: line 1 column 1 (char 0)' : undefined
  }),
  bound('n', (value) => value >= 1, 'at least 1'),
  bound('presence_penalty', (value) => value >= -2 && value <= 2, 'in [-2, 2]'),
  bound('frequency_penalty', (value) => value >= -2 && value <= 2, 'in [-2, 2]'),
  bound('repetition_penalty', (value) => value > 0, 'greater than zero'),
  bound(
    'temperature',
    (value) => value >= 0 && value <= 2,
    (value) => (value < 0 ? 'non-negative' : 'in [0, 2]'),
    'temperature',
  ),
  bound('top_p', (value) => value > 0 && value <= 1, 'in (0, 1]', 'top_p'),
  bound('top_k', (value) => value >= -1, '0 (disable), or at least 1'),
  bound('min_p', (value) => value >= 0 && value <= 1, 'in [0, 1]'),
  rule('max-tokens', source, ({ body }) => {
    const most = mostTokens(body)
    return most === undefined || most >= 1
      ? undefined
      : { message: `max_tokens must be at least 1, got ${most}.`, details: { param: 'max_tokens' } }
  }),
  rule('min-tokens', source, ({ body }) => {
    const [least, most] = [numberOf(body, 'min_tokens') ?? 0, mostTokens(body)]
    return most !== undefined && least > most ? `min_tokens must be less than or equal to max_tokens=${most}, got ${least}.` : undefined
  }),
  rule('stop-empty', source, ({ body: { stop } }) =>
    stop === '' || (Array.isArray(stop) && stop.includes('')) ? 'stop cannot contain an empty string.' : undefined,
  ),
  rule('greedy-choices', source, ({ body }) => {
    const choices = numberOf(body, 'n') ?? 1
    return choices > 1 && numberOf(body, 'temperature') === 0 ? `n must be 1 when using greedy sampling, got ${choices}.` : undefined
  }),
  rule('logit-bias-keys', source, ({ body: { logit_bias: bias } }) => {
    const keys = typeof bias === 'object' && bias !== null ? Object.keys(bias).filter((key) => !/^\s*-?\d+\s*$/.test(key)) : []
    return keys.length === 0
      ? undefined
      : {
          message: `logit_bias contains key(s) that cannot be converted to integer token IDs: ${printed(keys)}`,
          details: { param: 'logit_bias' },
        }
  }),
]

/** The chat completions of vLLM. */
export const vllm = chatVendor(
  'vllm',
  /\/chat\/completions$/,
  rules,
  saying(({ message, details }, status) => ({ error: { message, type: 'BadRequestError', param: null, code: status, ...details } })),
)
