// openrouter.ai/api as a strict fake vendor: what OpenRouter refuses itself, before it hands a request to a vendor of the model. What that
// vendor refuses comes as "Provider returned error" and is not judged here.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { plain, toolCall } from '../chat-body.ts'
import { type ChatRule, type ChatStep, chatVendor, hasKey, inside, isGiven, saying } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import {
  anything,
  decimal,
  dictionary,
  type Fault,
  firstFault,
  flag,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  type Wanted,
  wanted,
  words,
} from '../shape.ts'

// The issues of zod 4, the library that OpenRouter checks a request with, and how their list stands in an error.

/** The message of a ZodError: the printed list of its issues. */
function zodMessage(issue: JsonObject): string {
  return JSON.stringify([issue], null, 2)
}

/** The fault as zod tells it. */
function zodIssue(fault: Fault): JsonObject {
  const path = [...fault.path]
  switch (fault.kind) {
    case 'wrong-type':
      return typeIssue(fault.shape, typeName(fault.value), path)
    case 'missing-field':
      return typeIssue({ is: 'text' }, 'undefined', path)
    case 'not-in-list': {
      const message = `Invalid option: expected one of ${fault.allowed.map((value) => `"${value}"`).join('|')}`
      return { code: 'invalid_value', values: [...fault.allowed], path, message }
    }
    case 'too-small':
    case 'too-large':
      return numberIssue(fault, path)
    default:
      return sizeIssue(fault, path)
  }
}

function typeIssue(shape: Shape, received: string, path: (string | number)[]): JsonObject {
  const expected = shape.is === 'dictionary' ? 'record' : expectations[wanted(shape)]
  if (expected === '') return { code: 'invalid_union', errors: [], path, message: 'Invalid input' }
  return { expected, code: 'invalid_type', path, message: `Invalid input: expected ${expected}, received ${received}` }
}

const expectations: Wanted = {
  ...{ text: 'string', integer: 'int', decimal: 'number', flag: 'boolean', list: 'array', object: 'object', either: '' },
}

function typeName(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function numberIssue(fault: Fault & { kind: 'too-small' | 'too-large' }, path: (string | number)[]): JsonObject {
  const { limit } = fault
  return fault.kind === 'too-small'
    ? { origin: 'number', code: 'too_small', minimum: limit, inclusive: true, path, message: `Too small: expected number to be >=${limit}` }
    : { origin: 'number', code: 'too_big', maximum: limit, inclusive: true, path, message: `Too big: expected number to be <=${limit}` }
}

function sizeIssue(fault: Fault, path: (string | number)[]): JsonObject {
  if (fault.kind === 'text-too-long' || fault.kind === 'key-too-long') {
    const message = `Too big: expected string to have <=${fault.limit} characters`
    return { origin: 'string', code: 'too_big', maximum: fault.limit, inclusive: true, path, message }
  }
  return { code: 'custom', path, message: 'Invalid input' }
}

// The fields of a request as OpenRouter's published schema has them. Fields that it does not name are ignored.

const schema = 'https://github.com/OpenRouterTeam/typescript-sdk/blob/main/src/models/chatrequest.ts (2026)'
const parameters = 'https://openrouter.ai/docs/api/reference/parameters (documentation as known in 2026)'

const efforts = words('max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none')

/** What stands in a content is left to the vendor of the model. */
const message = tagged('role', {
  system: open({ content: required(anything()) }),
  developer: open({ content: required(anything()) }),
  user: open({ content: required(anything()) }),
  assistant: open({ content: anything(), tool_calls: nullable(list(toolCall)) }),
  tool: open({ content: required(anything()), tool_call_id: required(text()) }),
})

const functionTool = tagged(
  'type',
  {
    function: open({ function: required(open({ name: required(text({ max: 64 })), description: nullable(text()) })) }),
    other: open({}),
  },
  // Tools of OpenRouter's own have names that it adds to.
  { strangersAre: 'other' },
)

const answerFormat = tagged('type', {
  text: open({}),
  json_object: open({}),
  json_schema: open({ json_schema: required(open({ name: required(text({ max: 64 })) })) }),
  grammar: open({}),
  python: open({}),
})

const ranges = { frequency_penalty: [-2, 2], presence_penalty: [-2, 2], temperature: [0, 2], top_p: [0, 1], top_logprobs: [0, 20] } as const

const fields: Record<string, Shape> = {
  messages: list(message),
  model: text(),
  models: list(text()),
  ...plain(['frequency_penalty', 'presence_penalty', 'temperature', 'top_p', 'top_logprobs', 'logprobs'], ranges),
  logit_bias: nullable(dictionary(decimal())),
  ...plain(['max_completion_tokens', 'max_tokens', 'parallel_tool_calls', 'seed', 'stream']),
  metadata: dictionary(text({ max: 512 })),
  reasoning: nullable(open({ effort: nullable(efforts), max_tokens: nullable(decimal()), enabled: nullable(flag()) })),
  reasoning_effort: nullable(efforts),
  response_format: nullable(answerFormat),
  session_id: text({ max: 256 }),
  stream_options: nullable(open({ include_usage: flag() })),
  tools: list(functionTool),
  user: text(),
}

const faultRules: Readonly<Record<string, { kinds: readonly Fault['kind'][]; source: string }>> = {
  'wrong-type': { kinds: ['wrong-type'], source: schema },
  'missing-field': { kinds: ['missing-field'], source: schema },
  'value-not-in-list': { kinds: ['not-in-list'], source: schema },
  'number-out-of-range': { kinds: ['too-small', 'too-large'], source: parameters },
  'text-too-long': { kinds: ['text-too-long'], source: schema },
}

const structureRules: readonly ChatRule[] = Object.entries(faultRules).map(([name, { kinds, source }]) =>
  rule(name, source, ({ body }) => {
    const fault = firstFault(open(fields), body)
    return fault && kinds.includes(fault.kind) ? zodMessage(zodIssue(fault)) : undefined
  }),
)

// How a request says how much the model shall think.

/** Models that cannot be asked not to think, as far as their refusals are recorded. */
const alwaysThinking = /^(stepfun\/step-3\.5|minimax\/minimax-m2\.5|moonshotai\/kimi-k3)/

const routing = 'To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection'

/** In the order in which it looks. */
const rules: readonly ChatStep[] = [
  rule('missing-authentication', 'https://github.com/Alishahryar1/free-claude-code/issues/146 (2026-04-24)', ({ request }) =>
    hasKey(request) ? undefined : { status: 401, message: 'Missing Authentication header' },
  ),
  rule(
    'messages-missing',
    'https://github.com/BerriAI/litellm/issues/14402 (2025-09), https://github.com/karthink/gptel/issues/480 (2024-11-23)',
    ({ request, body }) =>
      isObject(request.body as Json) && isGiven(body.messages) && !(Array.isArray(body.messages) && body.messages.length === 0)
        ? undefined
        : 'Input required: specify "prompt" or "messages"',
  ),
  ...structureRules,
  rule('reasoning-twice', 'https://github.com/danny-avila/LibreChat/issues/6076 (2025-02-26)', ({ body }) =>
    isGiven(body.reasoning) && isGiven(body.reasoning_effort)
      ? zodMessage({ code: 'custom', message: 'Only one of "reasoning" and "reasoning_effort" may be provided', path: [] })
      : undefined,
  ),
  rule('reasoning-effort-and-tokens', 'https://github.com/omeryasirkucuk/amx/pull/66 (2026-05-02)', ({ body }) => {
    const { effort, max_tokens: tokens } = inside(body.reasoning)
    return isGiven(effort) && isGiven(tokens) ? 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified' : undefined
  }),
  rule(
    'reasoning-is-mandatory',
    'https://github.com/musistudio/claude-code-router/issues/1229 (2026-02-24), https://github.com/enricoros/big-AGI/issues/1161',
    ({ body, model }) => {
      const { enabled, effort } = inside(body.reasoning)
      const isOff = enabled === false || effort === 'none' || body.reasoning_effort === 'none' || body.include_reasoning === false
      return isOff && alwaysThinking.test(model) ? 'Reasoning is mandatory for this endpoint and cannot be disabled.' : undefined
    },
  ),
  rule(
    'model-id',
    'https://github.com/maxnowack/anthropic-proxy/issues/4 (2025-05-15), https://openrouter.ai/docs/guides/overview/models',
    ({ body, model }) => (isGiven(body.model) && !/^[^\s/]+\/[^\s/]+$/.test(model) ? `${model} is not a valid model ID` : undefined),
  ),
  rule(
    'no-tool-use',
    'https://github.com/Routstr/routstr-core/issues/554 (2026-06-17), https://github.com/bobrware/bobrchat/issues/60 (2026-02-03)',
    ({ body, model }) =>
      Array.isArray(body.tools) && body.tools.length > 0 && /^(perplexity\/sonar|openai\/(gpt-5\.4-image|chatgpt-4o-latest))/.test(model)
        ? { status: 404, message: `No endpoints found that support tool use. ${routing}` }
        : undefined,
  ),
  rule('no-such-tool-choice', 'https://github.com/zed-industries/zed/issues/36094 (2025-12-24)', ({ body, model }) =>
    isGiven(body.tool_choice) && body.tool_choice !== 'auto' && /^z-ai\/glm-4\.[5-7]/.test(model)
      ? { status: 404, message: `No endpoints found that support the provided 'tool_choice' value. ${routing}` }
      : undefined,
  ),
]

/** OpenRouter's chat completions. */
export const openrouter = chatVendor(
  'openrouter',
  /\/chat\/completions$/,
  rules,
  saying(({ message }, status) => ({ error: { message, code: status }, ...(status === 400 && { user_id: 'user_test' }) })),
)
