// api.mistral.ai as a strict fake vendor: what it refuses, in the order in which it looks.
import type { JsonObject } from '../../../src/json.ts'
import { type ChatRule, callsOf, chatAddress, chatVendor, functionsOf, hasKey } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'
import { type Complaint, refused, unauthorized } from './complaint.ts'
import { callChecks, orderChecks, responses } from './history.ts'
import { schemaFault } from './schema.ts'
import { structure } from './structure.ts'

const door: ChatRule<Complaint> = rule('no-api-key', 'https://docs.mistral.ai/api (documentation as known in 2026-11)', ({ request }) =>
  hasKey(request) ? undefined : unauthorized,
)

const families =
  /^(mistral|ministral|magistral|codestral|devstral|pixtral|voxtral|mathstral|open-mi[sx]tral|open-codestral|labs-|ft:|ag:|zai-glm|glm)/

const modelCheck: ChatRule<Complaint> = rule(
  'invalid-model',
  'https://github.com/mistralai/mistral-vibe/issues/617 (2026-04-21), https://github.com/tmc/langchaingo/issues/1233 (2025-04-23)',
  ({ body: { model } }) => (families.test(textOf(model)) ? undefined : refused(`Invalid model: ${textOf(model)}`, 'invalid_model', '1500')),
)

/** Words of effort per model; models that are in neither list are let through. */
const efforts: readonly { models: RegExp; words: readonly string[] }[] = [
  { models: /^zai-glm-5-3/, words: ['low', 'high', 'max'] },
  { models: /^(mistral-small-(latest|2603)|mistral-medium-(latest|2604|3)|mistral-medium-3[.-]5|magistral-)/, words: ['none', 'high'] },
]
const withoutEffort = /^(mistral-large-2|codestral|devstral|ministral|open-mistral)/

const effortChecks: readonly ChatRule<Complaint>[] = [
  rule(
    'reasoning-effort-of-model',
    'https://github.com/mistralai/mistral-vibe/pull/1110 (2026-09-18), https://github.com/anomalyco/models.dev/pull/1986 (2026-06-03), https://github.com/dimetron/pi-go/pull/245 (2026-08-28)',
    ({ body: { model, reasoning_effort: effort } }) => {
      const words = efforts.find(({ models }) => models.test(textOf(model)))?.words
      if (!isGiven(effort) || !words || words.includes(textOf(effort))) return undefined
      const supported = words.map((word) => `'${word}'`).join(', ')
      return refused(
        `reasoning_effort '${textOf(effort)}' is not supported for this model; supported values: [${supported}]`,
        undefined,
        '3051',
      )
    },
  ),
  rule(
    'model-without-reasoning-effort',
    'https://github.com/tontinton/maki/pull/415 (2026-07-02), https://github.com/NousResearch/hermes-agent/issues/11243 (2026), https://github.com/dimetron/pi-go/pull/245 (2026-08-28)',
    ({ body: { model, reasoning_effort: effort } }) =>
      isGiven(effort) && withoutEffort.test(textOf(model))
        ? refused('Reasoning effort is not enabled for this model', undefined, '3051')
        : undefined,
  ),
  rule('prompt-mode', 'https://github.com/dimetron/pi-go/pull/245 (2026-08-28)', ({ body: { prompt_mode: mode } }) =>
    isGiven(mode) ? refused('Reasoning prompt mode is not enabled for this model', undefined, '3051') : undefined,
  ),
  rule(
    'top-p-of-greedy-sampling',
    'https://github.com/devoxx/DevoxxGenieIDEAPlugin/issues/338 (2024-11-19)',
    ({ body: { temperature, top_p: top } }) =>
      temperature === 0 && isGiven(top) && top !== 1 ? refused('top_p must be 1 when using greedy sampling.') : undefined,
  ),
]

const toolChecks: readonly ChatRule<Complaint>[] = [
  rule(
    'function-name',
    'https://github.com/Kochava-Studios/witsy/pull/164 (2025-04-04), https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py',
    ({ body }) => {
      const wrong = namesOf(body).find((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      if (wrong === undefined) return undefined
      return refused(
        `Function name was ${wrong} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
      )
    },
  ),
  rule('tool-schema', 'https://github.com/SylphxAI/pdf-reader-mcp/issues/63 (2025-05-22)', ({ body }) => {
    const faults = functionsOf(body).flatMap(({ held }) => schemaFault(held.parameters) ?? [])
    return faults[0] === undefined ? undefined : refused(`Invalid tool schema: ${faults[0]}`)
  }),
]

/** The names of functions: of those that are offered, and of those that were called. */
function namesOf(body: JsonObject): string[] {
  const called = objects(body.messages).flatMap(callsOf)
  return [...functionsOf(body).map(({ name }) => name), ...called.map((call) => textOf(inside(call.function).name))]
}

/** The judge of requests to Mistral. */
export const mistral = chatVendor<Complaint>(
  'mistral',
  chatAddress,
  [door, structure, modelCheck, ...orderChecks, ...callChecks, responses, ...toolChecks, ...effortChecks],
  (complaint) => complaint,
)
