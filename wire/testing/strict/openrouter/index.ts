// openrouter.ai/api as a strict fake vendor: what OpenRouter refuses itself, before it hands a request to a vendor of the model. What that
// vendor refuses comes as "Provider returned error" and is not judged here.
import { isObject, type Json } from '../../../src/json.ts'
import { type ChatRule, chatVendor, hasKey, isGiven, saying } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { reasoningRules } from './reasoning-rules.ts'
import { structureRules } from './structure-rules.ts'

const routing = 'To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection'

const doorRules: readonly ChatRule[] = [
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
]

const routeRules: readonly ChatRule[] = [
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
  [...doorRules, ...structureRules, ...reasoningRules, ...routeRules],
  saying(({ message }, status) => ({ error: { message, code: status }, ...(status === 400 && { user_id: 'user_test' }) })),
)
