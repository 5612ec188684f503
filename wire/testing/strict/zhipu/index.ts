// open.bigmodel.cn and api.z.ai (Zhipu's GLM) as a strict fake vendor. Its page lists every field with its values, and its errors have codes
// as texts. Where it documents a bound without the words of its refusal, the words are built after its other refusals.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { type ChatStep, chatVendor, hasKey, isGiven, objects, partsOf, range, saying, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'

const page = 'https://docs.bigmodel.cn/api-reference/模型-api/对话补全 (documentation as known in 2026-11)'
const codes = 'https://docs.bigmodel.cn/cn/api/api-code (documentation as known in 2026-11)'
/** What a library of another vendor found to be refused, each in its notes. */
const formatter = 'https://java.agentscope.io/v2/en/integration/model/glm: AgentScope takes these off (2026-09); the text is not recorded'

const refusal = (code: string, message: string) => ({ message, details: { code } })
const wrong = (field: string, taken: readonly string[]) =>
  refusal('1210', `${field} 参数非法，取值范围 [${taken.map((one) => `'${one}'`).join(', ')}]`)
const illegal = (field: string) => refusal('1214', `${field} 参数非法。请检查文档。`)
const mistaken = refusal('1210', 'API 调用参数有误，请检查文档。')

/** Models that see say so by a v behind their number, but for one. */
const sees = (model: string) => /^glm-[\d.]+v|^glm-5\.3-flash/.test(model)

const roles = ['system', 'user', 'assistant', 'tool']
const partsOfText = ['text']
const partsOfPictures = ['text', 'image_url', 'video_url', 'file_url']
const answerTypes = ['text', 'json_object']
const toolTypes = ['function', 'retrieval', 'web_search', 'mcp']
const unknownFields = [
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'stream_options',
  'max_completion_tokens',
  'logprobs',
  'top_logprobs',
]

function isEmpty({ role, content, tool_calls }: JsonObject): boolean {
  if (role === 'tool' || objects(tool_calls).length > 0) return false
  return !isGiven(content) || content === '' || (Array.isArray(content) && content.length === 0)
}

/** In the order in which it looks. */
const rules: readonly ChatStep[] = [
  rule('no-authorization', codes, ({ request }) =>
    hasKey(request) ? undefined : { ...refusal('1001', 'Header中未收到Authorization参数，无法进行身份验证。'), status: 401 },
  ),
  rule('body-not-an-object', codes, ({ request }) => (isObject(request.body as Json) ? undefined : mistaken)),
  rule('model-not-found', codes, ({ model }) => (/^glm-/.test(model) ? undefined : refusal('1211', '模型不存在，请检查模型代码。'))),
  rule('no-messages', `${codes}, https://github.com/continuedev/continue/issues/13259 (2026-09-12)`, ({ messages }) =>
    messages.length > 0 ? undefined : illegal('messages'),
  ),
  rule('unknown-role', page, ({ messages }) =>
    messages.some(({ role }) => !roles.includes(textOf(role))) ? illegal('messages') : undefined,
  ),
  rule('no-user', formatter, ({ messages }) => (messages.some(({ role }) => role === 'user') ? undefined : illegal('messages'))),
  rule('empty-message', `${codes}, https://github.com/ysr666/dsh-vision-router/issues/53 (2026-08-15)`, ({ messages }) =>
    messages.some(isEmpty) ? refusal('1213', '未正常接收到prompt参数。') : undefined,
  ),
  rule('message-name', formatter, ({ messages }) => (messages.some(({ name }) => isGiven(name)) ? mistaken : undefined)),
  rule(
    'part-type',
    'https://github.com/TriDefender/zcode-api/pull/26 (2026-07-13), https://github.com/openkursar/hello-halo/issues/346 (2026-08-30)',
    ({ messages, model }) => {
      const taken = sees(model) ? partsOfPictures : partsOfText
      const isTaken = ({ type }: JsonObject) => taken.includes(textOf(type))
      return messages.flatMap(partsOf).every(isTaken) ? undefined : wrong('messages.content.type', taken)
    },
  ),
  rule('unknown-field', formatter, ({ body }) => (unknownFields.some((field) => isGiven(body[field])) ? mistaken : undefined)),
  range(
    'temperature',
    `${page}, https://github.com/CherryHQ/cherry-studio/issues/4142 (2025-08-13)`,
    (value) => value >= 0 && value <= 1,
    mistaken,
  ),
  range('top_p', page, (value) => value >= 0.01 && value < 1, illegal('top_p')),
  range(
    'max_tokens',
    `${page}, https://github.com/lobehub/lobehub/issues/1398 (2024-02-27)`,
    (value) => Number.isInteger(value) && value >= 1 && value <= 131_072,
    illegal('max_tokens'),
  ),
  range('n', `${page}: there is no such field, and one answer`, (value) => value === 1, mistaken),
  rule('thinking', page, ({ body: { thinking } }) =>
    !isGiven(thinking) || (isObject(thinking) && ['enabled', 'disabled'].includes(textOf(thinking.type)))
      ? undefined
      : wrong('thinking.type', ['enabled', 'disabled']),
  ),
  rule('too-many-tools', page, ({ body }) => (objects(body.tools).length > 128 ? illegal('tools') : undefined)),
  rule('tool-type', page, ({ body }) =>
    objects(body.tools).every(({ type }) => toolTypes.includes(textOf(type))) ? undefined : wrong('tools.type', toolTypes),
  ),
  rule('function-name', page, ({ body, functions }) =>
    functions.some(
      ({ place, definition }) => objects(body.tools)[place]?.type === 'function' && !/^[\w-]{1,64}$/.test(textOf(definition.name)),
    )
      ? illegal('tools.function.name')
      : undefined,
  ),
  rule('strict-function', formatter, ({ functions }) =>
    functions.some(({ definition }) => isGiven(definition.strict)) ? mistaken : undefined,
  ),
  rule('tool-choice', `${page}, ${formatter}`, ({ body: { tool_choice: choice } }) =>
    !isGiven(choice) || choice === 'auto' ? undefined : wrong('tool_choice', ['auto']),
  ),
  rule('answer-type', page, ({ body: { response_format: format } }) =>
    !isGiven(format) || (isObject(format) && answerTypes.includes(textOf(format.type)))
      ? undefined
      : wrong('response_format.type', answerTypes),
  ),
]

/** Zhipu's chat completions. */
export const zhipu = chatVendor(
  'zhipu',
  /\/chat\/completions$/,
  rules,
  saying(({ message, details }) => ({ error: { message, ...details } })),
)
