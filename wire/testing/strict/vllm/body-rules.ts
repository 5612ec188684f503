// What vLLM looks at in the whole body, before it reads the fields.
import { isObject, type Json, type JsonObject } from '../../../src/json.ts'
import { type ChatCall, type ChatRule, inside, isGiven, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { invalidBody, invalidField, protocol } from './words.ts'

type BodyCheck = { rule: string; param: string | null; finds(call: ChatCall): string | undefined }

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

const toolChecks: readonly BodyCheck[] = [
  {
    rule: 'tools-empty',
    param: 'tools',
    finds: ({ body }) =>
      Array.isArray(body.tools) && body.tools.length === 0
        ? '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.'
        : undefined,
  },
  {
    rule: 'tool-choice-without-tools',
    param: 'tool_choice',
    finds: ({ body }) =>
      isGiven(body.tool_choice) && body.tool_choice !== 'none' && !isGiven(body.tools)
        ? 'When using `tool_choice`, `tools` must be set.'
        : undefined,
  },
  {
    rule: 'tool-choice-word',
    param: 'tool_choice',
    finds({ body: { tool_choice: choice } }) {
      if (!isGiven(choice) || isObject(choice) || ['none', 'auto', 'required'].includes(String(choice))) return undefined
      return `Invalid value for \`tool_choice\`: ${choice}! Only named tools, "none", "auto" or "required" are supported.`
    },
  },
  { rule: 'tool-choice-function', param: 'tool_choice', finds: namedChoiceFault },
]

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

const otherChecks: readonly BodyCheck[] = [
  {
    rule: 'generation-prompt',
    param: null,
    finds: ({ body }) =>
      isTruthy(body.continue_final_message) && isTruthy(body.add_generation_prompt)
        ? 'Cannot set both `continue_final_message` and `add_generation_prompt` to True.'
        : undefined,
  },
  {
    rule: 'structured-outputs',
    param: null,
    finds({ body }) {
      const given = ['json', 'regex', 'choice'].filter((name) => isGiven(inside(body.structured_outputs)[name]))
      return given.length > 1 ? "You can only use one kind of constraints for structured outputs ('json', 'regex' or 'choice')." : undefined
    },
  },
  { rule: 'logprobs', param: 'top_logprobs', finds: ({ body }) => logprobsFault(body) },
  {
    rule: 'stream-options-without-stream',
    param: 'stream_options',
    finds: ({ body }) =>
      isTruthy(body.stream_options) && !isTruthy(body.stream) ? 'Stream options can only be defined when `stream=True`.' : undefined,
  },
  {
    rule: 'json-schema-missing',
    param: 'response_format',
    finds({ body }) {
      const { type, json_schema: schema } = inside(body.response_format)
      return type === 'json_schema' && !isGiven(schema)
        ? "When response_format type is 'json_schema', the 'json_schema' field must be provided."
        : undefined
    },
  },
  {
    rule: 'cache-salt',
    param: 'cache_salt',
    finds: ({ body }) => (body.cache_salt === '' ? "Parameter 'cache_salt' must be a non-empty string if provided." : undefined),
  },
]

export const bodyRules: readonly ChatRule[] = [
  rule('body-not-an-object', protocol, ({ request }) => {
    const body = request.body as Json
    return isObject(body)
      ? undefined
      : invalidField('model_attributes_type', [], 'Input should be a valid dictionary or object to extract fields from', body)
  }),
  ...[...toolChecks, ...otherChecks].map(
    ({ rule: name, param, finds }): ChatRule =>
      rule(name, protocol, (call) => {
        const message = finds(call)
        return message === undefined ? undefined : invalidBody(message, param, call.body)
      }),
  ),
]
