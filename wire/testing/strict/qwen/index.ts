// dashscope.aliyuncs.com/compatible-mode (Qwen) as a strict fake vendor. It looks at a request twice: first at its structure, in the words of
// a JSON Schema validator, then the model's own service, whose words begin with `<400> InternalError.Algo.InvalidParameter`.
import { isObject, type Json } from '../../../src/json.ts'
import { type ChatRule, chatVendor, hasKey, saying } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { messageRules } from './message-rules.ts'
import { samplingRules } from './sampling-rules.ts'
import { structureRules } from './structure-rules.ts'
import { thinkingRules } from './thinking-rules.ts'
import { toolRules } from './tool-rules.ts'
import { errorPage } from './words.ts'

const noKey =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)."

const doorRules: readonly ChatRule[] = [
  rule('no-api-key', errorPage, ({ request }) => (hasKey(request) ? undefined : { status: 401, message: noKey, details: { code: null } })),
  rule('body-not-an-object', errorPage, ({ request }) =>
    isObject(request.body as Json) ? undefined : 'Required body invalid, please check the request body format.',
  ),
  rule('model-not-found', errorPage, ({ model }) => {
    if (model !== '' && !/^(gpt-|o\d|claude-|gemini-|grok-)/.test(model)) return undefined
    const message = `The model \`${model}\` does not exist or you do not have access to it.`
    return { status: 404, message, details: { code: 'model_not_found' } }
  }),
]

/** Alibaba Cloud's OpenAI-compatible chat completions. */
export const qwen = chatVendor(
  'qwen',
  /\/chat\/completions$/,
  [...doorRules, ...structureRules, ...thinkingRules, ...samplingRules, ...toolRules, ...messageRules],
  saying(({ message, details }) => ({
    error: { message, type: 'invalid_request_error', param: null, code: 'invalid_parameter_error', ...details },
    id: 'chatcmpl-5bf78562-0341-9de2-8d10-5429ef761b7e',
    request_id: '5bf78562-0341-9de2-8d10-5429ef761b7e',
  })),
)
