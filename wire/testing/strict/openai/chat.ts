// POST /v1/chat/completions of api.openai.com: what it refuses, in the order in which it looks.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule, type StrictVendor } from '../judge.ts'
import { firstFault, open } from '../shape.ts'
import { chatFields } from './chat-fields.ts'
import { messageChecks } from './chat-messages.ts'
import { fieldChecks, valueChecks } from './chat-models.ts'
import { schemaWalk, toolChecks } from './chat-tools.ts'
import { familyOf, isOpenAIName } from './models.ts'
import { type Check, isGiven, openaiVendor, type Problem, type RuledProblem, textOf, type Walk } from './refusal.ts'
import { measured, structureRules, told } from './structure.ts'

const modelChecks: readonly Check<JsonObject>[] = [
  rule('model-not-named', measured, (body) =>
    textOf(body.model) === '' ? { message: 'you must provide a model parameter', param: null, code: null } : undefined,
  ),
  rule('model-not-found', measured, (body) => (isOpenAIName(textOf(body.model)) ? undefined : modelNotFound(textOf(body.model)))),
  rule(
    'model-of-responses-only',
    'https://developers.openai.com/api/docs/models (o1-pro, o3-pro, gpt-5-codex, deep research: v1/responses only)',
    (body) => {
      if (!familyOf(textOf(body.model))?.isResponsesOnly) return undefined
      return {
        status: 404,
        message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
        param: 'model',
        code: null,
      }
    },
  ),
  // The older models have a wording of their own for a field that they do not know.
  rule(
    'argument-not-recognized',
    'https://github.com/open-webui/open-webui/issues/14520 (2025), https://github.com/davidmigloz/langchain_dart/issues/712 (2025-06-04)',
    (body) => {
      if (familyOf(textOf(body.model))?.thinking !== 'never' || !isGiven(body.messages)) return undefined
      const found = Object.keys(body).find((name) => !Object.hasOwn(chatFields, name))
      return found === undefined ? undefined : { message: `Unrecognized request argument supplied: ${found}`, param: null, code: null }
    },
  ),
]

/** What the vendor says of a model that it does not have. */
export function modelNotFound(model: string): Problem {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`
  return { status: 404, message, param: null, code: 'model_not_found' }
}

const structure: Walk<JsonObject> = { rules: structureRules, walk: structureFault }

/** Fields that the models that think do not have. */
const notOfThinking = ['audio', 'modalities', 'web_search_options']

function structureFault(body: JsonObject): RuledProblem | undefined {
  if (body.messages === undefined) return told({ kind: 'missing-field', path: ['messages'] })
  const thinks = (familyOf(textOf(body.model))?.thinking ?? 'never') !== 'never'
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(chatFields, name) || (thinks && notOfThinking.includes(name)))
  if (stranger !== undefined) return told({ kind: 'unknown-field', path: [stranger] })
  const fault = firstFault(open(chatFields), body)
  return fault && told(fault)
}

const companionChecks: readonly Check<JsonObject>[] = [
  rule('stream-options-without-stream', 'https://github.com/BerriAI/litellm/issues/5803 (2024-09-20)', (body) => {
    if (!isGiven(body.stream_options) || body.stream === true) return undefined
    return { message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.", param: 'stream_options', code: null }
  }),
  rule('top-logprobs-without-logprobs', measured, (body) => {
    if (typeof body.top_logprobs !== 'number' || body.top_logprobs === 0 || body.logprobs === true) return undefined
    return { message: "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.", param: 'top_logprobs', code: null }
  }),
]

/** The judge of requests to Chat Completions. */
export const openaiChat: StrictVendor = openaiVendor('openai chat', '/v1/chat/completions', [
  ...modelChecks,
  structure,
  ...companionChecks,
  ...fieldChecks,
  ...toolChecks,
  schemaWalk,
  ...valueChecks,
  ...messageChecks,
])
