// api.moonshot.cn and api.moonshot.ai (Kimi) as a strict fake vendor. An error has a message and a type, no code. Where Moonshot documents a
// bound without the words of its refusal, the words are built after its other refusals.
import { isObject, type Json } from '../../../src/json.ts'
import { type ChatRule, chatVendor, hasKey, inside, isGiven, saying } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { messageRules } from './message-rules.ts'
import { isMoonshotName, thinks } from './models.ts'
import { samplingRules } from './sampling-rules.ts'
import { toolRules } from './tool-rules.ts'

const errors = 'https://platform.kimi.ai/docs/api/errors (documentation as known in 2026-08)'

const doorRules: readonly ChatRule[] = [
  rule('invalid-authentication', 'https://github.com/letta-ai/letta-code/issues/2642 (2026-06-01)', ({ request }) =>
    hasKey(request) ? undefined : { status: 401, message: 'Invalid Authentication', details: { type: 'invalid_authentication_error' } },
  ),
  rule('body-not-an-object', errors, ({ request }) =>
    isObject(request.body as Json) ? undefined : 'Invalid request: failed to parse the request body',
  ),
  rule('model-not-found', `${errors}, https://github.com/xuy/sgo/issues/1 (2026-03-26)`, ({ model }) =>
    isMoonshotName(model)
      ? undefined
      : { status: 404, message: `Not found the model ${model} or Permission denied`, details: { type: 'resource_not_found_error' } },
  ),
]

const thinkingRules: readonly ChatRule[] = [
  rule('thinking-not-an-object', 'https://github.com/LionSR/TeXRA/pull/1905 (2025-12-30)', ({ body: { thinking } }) => {
    if (!isGiven(thinking) || isObject(thinking)) return undefined
    const got = typeof thinking === 'boolean' ? 'bool' : Array.isArray(thinking) ? 'array' : typeof thinking
    return `Invalid request: the thinking field in the request (expected type object) is illegal, and ${got} is not acceptable`
  }),
  rule('thinking-and-reasoning-effort', 'https://github.com/HKUDS/nanobot/issues/3939 (2026-05-20)', ({ body }) =>
    isGiven(body.thinking) && isGiven(body.reasoning_effort) ? "cannot specify both 'thinking' and 'reasoning_effort'" : undefined,
  ),
  rule(
    'thinking-cannot-be-off',
    'https://github.com/theopenco/llmgateway/pull/3065 (2026-07-14), https://github.com/enricoros/big-AGI/issues/1161 (2026-07-17)',
    ({ body, model }) =>
      inside(body.thinking).type === 'disabled' && thinks(model) === 'always'
        ? 'invalid thinking: only type=enabled is allowed for this model'
        : undefined,
  ),
  rule(
    'reasoning-effort',
    'https://platform.kimi.ai/docs/guide/use-reasoning-effort, https://github.com/CherryHQ/cherry-studio/pull/20036 (2026-09-05); the text is not recorded',
    ({ body: { reasoning_effort: effort }, model }) => {
      if (!/^kimi-k3/.test(model) || !isGiven(effort) || ['low', 'high', 'max'].includes(String(effort))) return undefined
      return "invalid reasoning_effort: only 'low', 'high', 'max' are allowed for this model"
    },
  ),
]

/** Moonshot's chat completions. */
export const moonshot = chatVendor(
  'moonshot',
  /\/chat\/completions$/,
  [...doorRules, ...thinkingRules, ...samplingRules, ...toolRules, ...messageRules],
  saying(({ message, details }) => ({ error: { message, type: 'invalid_request_error', ...details } })),
)
