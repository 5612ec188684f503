// dashscope.aliyuncs.com/compatible-mode (Qwen) as a strict fake vendor. It looks at a request twice: first at its structure, in the words of
// a JSON Schema validator, then the model's own service, whose words begin with `<400> InternalError.Algo.InvalidParameter`.
import { isObject, type Json, parseJson } from '../../../src/encoding/json.ts'
import {
  type ChatCall,
  type ChatStep,
  chatVendor,
  hasKey,
  inside,
  isGiven,
  objects,
  orphans,
  range,
  saying,
  textOf,
  toolCalls,
  unanswered,
} from '../chat-judge.ts'
import { rule } from '../judge.ts'

/** The vendor's list of its error texts. */
const errorPage = 'https://www.alibabacloud.com/help/en/model-studio/error-code (2026-06-23)'

/** A refusal of the service of the model. */
function invalid(message: string): string {
  return `<400> InternalError.Algo.InvalidParameter: ${message}`
}

const roles = ['system', 'assistant', 'user', 'tool', 'function']

// What Qwen's models take while they think, by their families.

/** The open models of 2025-04, which think unless the request says that they shall not. */
const openHybrid = /^qwen3-\d+(\.\d+)?b(-a\d+b)?$/
/** The generation of 2026-02 and later thinks by default too. */
const newGeneration = /^qwen3\.[5-9]/
const alwaysThinking = /^(qwq|qvq)|-thinking/

/** Whether the model thinks in its answer to this request. */
function isThinking({ body, model }: ChatCall): boolean {
  if (body.enable_thinking === true || alwaysThinking.test(model)) return true
  if (body.enable_thinking === false || body.reasoning_effort === 'none') return false
  return openHybrid.test(model) || newGeneration.test(model)
}

/** The longest answers that were recorded with a refusal. */
function mostTokens(model: string): number | undefined {
  if (/^qwen-max(-latest)?$/.test(model)) return 8192
  return /^qwen3\.8-max/.test(model) ? 131_072 : undefined
}

const noKey =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)."

/** In the order in which it looks. */
const rules: readonly ChatStep[] = [
  rule('no-api-key', errorPage, ({ request }) => (hasKey(request) ? undefined : { status: 401, message: noKey, details: { code: null } })),
  rule('body-not-an-object', errorPage, ({ request }) =>
    isObject(request.body as Json) ? undefined : 'Required body invalid, please check the request body format.',
  ),
  rule('model-not-found', errorPage, ({ model }) => {
    if (model !== '' && !/^(gpt-|o\d|claude-|gemini-|grok-)/.test(model)) return undefined
    const message = `The model \`${model}\` does not exist or you do not have access to it.`
    return { status: 404, message, details: { code: 'model_not_found' } }
  }),
  // The structure of a request, as the gate before all models looks at it.
  rule('messages-missing', errorPage, ({ body }) =>
    isGiven(body.messages) ? undefined : 'Either "prompt" or "messages" must exist and cannot both be none',
  ),
  rule('empty-list', 'https://github.com/onyx-dot-app/onyx/issues/10577 (2026-04-25)', ({ body }) => {
    const found = ['messages', 'tools'].find((name) => Array.isArray(body[name]) && body[name].length === 0)
    return found && `[] is too short - '${found}'`
  }),
  rule(
    'role-not-in-list',
    'https://github.com/proma-ai/Proma/issues/1496 (2026-08-08), https://github.com/ChatLab/ChatLab/issues/480 (2026-09-22)',
    ({ messages }) => {
      const place = messages.findIndex(({ role }) => !roles.includes(textOf(role)))
      const listed = roles.map((role) => `'${role}'`).join(', ')
      return place < 0 ? undefined : `${messages[place]?.role} is not one of [${listed}] - 'messages.[${place}].role'`
    },
  ),
  rule('tool-without-function', 'https://github.com/BerriAI/litellm/issues/30280 (2026-06-12)', ({ body }) => {
    const place = objects(body.tools).findIndex((tool) => !isObject(tool.function))
    return place < 0 ? undefined : `'function' is a required property, expected an object - 'tools.${place}'`
  }),
  rule(
    'stream-only-model',
    'https://github.com/infiniflow/ragflow/issues/5912 (2025-03-11), https://www.alibabacloud.com/help/en/model-studio/error-code',
    ({ body, model }) =>
      body.stream !== true && /^(qwq|qvq|qwen[\d.]*-omni)/.test(model)
        ? 'This model only support stream mode, please enable the stream parameter to access the model. '
        : undefined,
  ),
  rule(
    'thinking-without-stream',
    'https://github.com/infiniflow/ragflow/issues/8972 (2025-07-22), https://github.com/coze-dev/coze-studio/issues/324 (2025-07-30)',
    ({ body, model }) =>
      body.stream !== true && body.enable_thinking !== false && openHybrid.test(model)
        ? 'parameter.enable_thinking must be set to false for non-streaming calls'
        : undefined,
  ),
  rule(
    'thinking-budget',
    `${errorPage}, https://github.com/QwenLM/Qwen-Agent/issues/941 (2026-08-16)`,
    ({ body: { thinking_budget: budget } }) => {
      if (!isGiven(budget) || (typeof budget === 'number' && Number.isInteger(budget) && budget > 0)) return undefined
      return invalid('The thinking_budget parameter must be a positive integer and not greater than 38912')
    },
  ),
  // Of the newer generation it is not recorded.
  rule('json-while-thinking', 'https://errs.dmxapi.cn/detail.php?id=1493 (2026-01-03)', ({ body, model }) =>
    body.enable_thinking === true && inside(body.response_format).type === 'json_object' && !newGeneration.test(model)
      ? invalid('Json mode response is not supported when enable_thinking is true')
      : undefined,
  ),
  rule(
    'tool-choice-while-thinking',
    'https://github.com/cloudwego/eino/issues/994 (2026-04-24), https://github.com/can1357/oh-my-pi/issues/886 (2026-04-30)',
    (call) =>
      isThinking(call) && (call.body.tool_choice === 'required' || isGiven(inside(call.body.tool_choice).type))
        ? invalid('The tool_choice parameter does not support being set to required or object in thinking mode')
        : undefined,
  ),
  // The ranges of Qwen's sampling.
  range(
    'temperature',
    'https://github.com/mnfst/modelparams.dev/pull/235 (2026-08-17)',
    (value) => value >= 0 && value < 2,
    invalid('Temperature should be in [0.0, 2.0)'),
  ),
  // Its page leaves 0 out, but a 0 was taken (modelparams.dev#235).
  range('top_p', errorPage, (value) => value >= 0 && value <= 1, invalid('Range of top_p should be (0.0, 1.0]')),
  range('presence_penalty', errorPage, (value) => Math.abs(value) <= 2, invalid('Presence_penalty should be in [-2.0, 2.0]')),
  range('repetition_penalty', errorPage, (value) => value > 0, invalid('Repetition_penalty should be greater than 0.0')),
  range('n', errorPage, (value) => value >= 1 && value <= 4, invalid('Range of n should be [1, 4]')),
  rule(
    'max-tokens',
    'https://github.com/open-webui/open-webui/issues/10507 (2025-02-21), https://github.com/anomalyco/opencode/issues/40770 (2026-08-05)',
    ({ body: { max_tokens: asked }, model }) => {
      const most = mostTokens(model)
      if (most === undefined || !isGiven(asked) || (Number(asked) >= 1 && Number(asked) <= most)) return undefined
      return invalid(`Range of max_tokens should be [1, ${most}]`)
    },
  ),
  // What Qwen demands of tools and of the format of the answer.
  rule('tool-name-length', 'https://github.com/QwenLM/Qwen3-VL/issues/2069 (2026-03-19)', ({ functions }) =>
    functions.some(({ definition }) => textOf(definition.name).length > 64)
      ? invalid('The length of the tool name cannot exceed 64.')
      : undefined,
  ),
  rule('tool-name-search', errorPage, ({ functions }) =>
    functions.some(({ definition }) => definition.name === 'search') ? invalid('Tool names are not allowed to be [search]') : undefined,
  ),
  // The newer generation names \`required\` among what it takes while it does not think.
  rule(
    'tool-choice-word',
    `${errorPage}, https://github.com/pydantic/pydantic-ai/issues/1265 (2025)`,
    ({ body: { tool_choice: choice }, model }) => {
      const words = /^qwen3\.[5-9]/.test(model) ? ['auto', 'none', 'required'] : ['auto', 'none']
      return typeof choice === 'string' && !words.includes(choice)
        ? invalid('tool_choice is one of the strings that should be ["none", "auto"]')
        : undefined
    },
  ),
  rule('json-not-mentioned', 'https://github.com/agno-agi/agno/pull/5317 (2025-11-05)', ({ body, messages }) =>
    inside(body.response_format).type === 'json_object' &&
    !messages.some(({ content }) => isGiven(content) && /json/i.test(JSON.stringify(content)))
      ? invalid("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
      : undefined,
  ),
  // What the service of a Qwen model looks at in the messages.
  rule('function-call-in-message', 'https://github.com/QwenLM/Qwen3/issues/573 (2024-06-14)', ({ messages }) =>
    messages.some(({ function_call }) => isGiven(function_call))
      ? invalid('The [function_call] is not supported in the message; however, you may be able to use [tool_calls].')
      : undefined,
  ),
  rule('empty-tool-calls', 'https://github.com/microsoft/autogen/issues/5814 (2025-03-05)', ({ messages }) =>
    messages.some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length === 0)
      ? invalid('Empty tool_calls is not supported in message.')
      : undefined,
  ),
  rule('content-missing', 'https://github.com/QwenLM/qwen-code/issues/5265 (2026-06-17)', ({ messages }) =>
    messages.some(({ content, tool_calls }) => !isGiven(content) && objects(tool_calls).length === 0)
      ? invalid('The content field is a required field.')
      : undefined,
  ),
  rule(
    'arguments-not-json',
    'https://github.com/HKUDS/nanobot/issues/1487 (2026-03-03), https://github.com/alibaba/spring-ai-alibaba/issues/4533 (2026-04-10)',
    ({ messages }) =>
      toolCalls(messages).some((call) => parseJson(textOf(call.arguments)) === undefined)
        ? invalid('The "function.arguments" parameter of the code model must be in JSON format.')
        : undefined,
  ),
  rule(
    'result-without-call',
    'https://github.com/QwenLM/qwen-code/issues/2360 (2026-03-13), https://github.com/sigoden/aichat/pull/993 (2024-11-13)',
    ({ messages }) =>
      orphans(messages).length > 0
        ? invalid('messages with role "tool" must be a response to a preceeding message with "tool_calls".')
        : undefined,
  ),
  rule(
    'call-without-result',
    'https://github.com/QwenLM/qwen-code/issues/315 (2025-08-13), https://github.com/QwenLM/qwen-code/issues/606 (2025-09-14)',
    ({ messages }) => {
      const place = unanswered(messages)[0]?.place
      if (place === undefined) return undefined
      const rest = messages.slice(place + 1).findIndex(({ role }) => role !== 'tool')
      const next = rest < 0 ? messages.length : place + 1 + rest
      return invalid(
        `An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[${next}].role`,
      )
    },
  ),
]

/** Alibaba Cloud's OpenAI-compatible chat completions. */
export const qwen = chatVendor(
  'qwen',
  /\/chat\/completions$/,
  rules,
  saying(({ message, details }) => ({
    error: { message, type: 'invalid_request_error', param: null, code: 'invalid_parameter_error', ...details },
    id: 'chatcmpl-5bf78562-0341-9de2-8d10-5429ef761b7e',
    request_id: '5bf78562-0341-9de2-8d10-5429ef761b7e',
  })),
)
