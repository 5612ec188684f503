// api.x.ai as a strict fake vendor: what it refuses, in the order in which it looks.
import { type Json, type JsonObject, parseJson } from '../../../src/encoding/json.ts'
import { answerFormat, contentOf, imagePart, plain, textPart, toolCall, toolChoice } from '../chat-body.ts'
import { type ChatStep, type ChatWalk, callsOf, chatAddress, chatVendor, functionsOf, hasKey } from '../chat-judge.ts'
import { rule, sourced } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'
import { serdeComplaint } from '../openai-compatible/serde.ts'
import { anything, dictionary, firstFault, list, nullable, open, required, tagged, text } from '../shape.ts'

// How api.x.ai refuses: `{code, error}`, both of them texts; a body of the wrong structure with a bare text.

type Complaint = { status: number; body: Json }

/** A request that is well formed and cannot be served. */
const invalidArgument = (error: string): Complaint => ({ status: 400, body: { code: 'invalid-argument', error } })

// What the body of a request to api.x.ai must be made of. Fields that it does not know are ignored.

const content = nullable(contentOf(tagged('type', { text: textPart, image_url: imagePart, file: open({}) })))
const spoken = open({ content, name: nullable(text()) })
const roles = {
  ...{ system: spoken, developer: spoken, user: spoken },
  assistant: open({ content, reasoning_content: nullable(text()), tool_calls: nullable(list(toolCall)) }),
  tool: open({ content, tool_call_id: nullable(text()) }),
  function: spoken,
}
const bodyShape = open({
  messages: required(list(tagged('role', roles))),
  model: required(text()),
  ...plain(['frequency_penalty', 'presence_penalty', 'logprobs', 'top_logprobs', 'max_completion_tokens', 'max_tokens', 'n']),
  ...plain(['parallel_tool_calls', 'reasoning_effort']),
  response_format: answerFormat({ schema: required(dictionary(anything())) }),
  ...plain(['seed', 'stop', 'stream', 'stream_options', 'temperature', 'top_p']),
  tool_choice: toolChoice,
  ...plain(['tools', 'user']),
})

const REFERENCE = 'https://docs.x.ai/developers/rest-api-reference/inference/chat'
const RECORDED = 'https://github.com/meangrinch/MangaTranslator/issues/48 (2026-01-30)'

const structure: ChatWalk<Complaint> = {
  rules: sourced({
    'unknown-variant': `${REFERENCE}, ${RECORDED}`,
    'missing-field': `https://github.com/CherryHQ/cherry-studio/issues/4732 (2025-04-12), ${REFERENCE}`,
    'invalid-type': `${REFERENCE}, ${RECORDED}`,
  }),
  walk(body) {
    const fault = firstFault(bodyShape, body)
    if (!fault) return undefined
    const { rule, complaint } = serdeComplaint(fault, body)
    // The reader of the body answers before the vendor's own form is known.
    return { rule, complaint: { status: 422, body: complaint } }
  },
}

const REASONING = 'https://docs.x.ai/developers/model-capabilities/text/reasoning'

const notSupported = (model: string, parameter: string) => invalidArgument(`Model ${model} does not support parameter ${parameter}.`)

/** The efforts that a model takes. Models in neither list are let through: some old names lead to a newer model by now. */
const efforts: readonly [RegExp, readonly string[]][] = [
  [/^grok-4\.6/, ['low', 'medium', 'high', 'xhigh']],
  [/^grok-4\.5/, ['low', 'medium', 'high']],
  [/^grok-4\.3/, ['none', 'low', 'medium', 'high']],
]
const withoutEffort = /^grok-(build|composer|code-fast|4\.20-(\d+-)?(non-)?reasoning)/

const outside = (value: JsonObject[string], min: number, max: number) => typeof value === 'number' && (value < min || value > max)

/** The most tools in one request; the newer models take more. */
const mostTools = (model: string) => (/^grok-4\.[56]/.test(model) ? 350 : 200)

function isWithoutContent({ content }: JsonObject): boolean {
  return !isGiven(content) || (Array.isArray(content) && content.length === 0)
}

/** In the order in which it looks. */
const rules: readonly ChatStep<Complaint>[] = [
  rule('no-api-key', 'https://docs.x.ai/developers/rest-api-reference/inference', ({ request }) => {
    if (hasKey(request)) return undefined
    return {
      status: 401,
      body: { code: 'unauthenticated', error: 'No API key provided. You can obtain an API key from https://console.x.ai.' },
    }
  }),
  structure,
  rule(
    'model-not-found',
    'https://github.com/definableai/definable.ai/issues/112 (2026-02-26), https://github.com/keephq/keep/issues/6709 (2026-08-19)',
    ({ body: { model } }) => {
      const name = textOf(model)
      return /^grok-/.test(name) && !/^grok-(1|2|beta)\b/.test(name) ? undefined : invalidArgument(`Model not found: ${name}`)
    },
  ),
  rule(
    'live-search',
    'https://github.com/vercel/ai/pull/15713 (2026-05-29), https://github.com/langchain-ai/langchain/issues/34906 (2026-01-28)',
    ({ body: { search_parameters: search } }) => {
      if (!isGiven(search)) return undefined
      const error = 'Live search is deprecated. Please switch to the Agent Tools API: https://docs.x.ai/docs/guides/tools/overview'
      return { status: 410, body: { error } }
    },
  ),
  rule(
    'penalties',
    'https://github.com/miaoxworld/NativeTavern/issues/83 (2026-09-15), https://github.com/open-webui/open-webui/issues/21266 (2026-02-08), https://github.com/QuantumNous/new-api/pull/6081 (2026-07-10)',
    ({ body }) => {
      const model = textOf(body.model)
      if (!/^grok-(4|3-mini|code|build)/.test(model)) return undefined
      if (isGiven(body.presence_penalty)) return notSupported(model, 'presencePenalty')
      return isGiven(body.frequency_penalty) ? notSupported(model, 'frequencyPenalty') : undefined
    },
  ),
  rule(
    'stop',
    'https://github.com/lidge-jun/opencodex/issues/5278 (2026-09-20), https://github.com/BerriAI/litellm-docs/pull/817 (2026-08-07), https://github.com/langchain-ai/langchain/pull/38335 (2026-06-20)',
    ({ body }) => {
      const model = textOf(body.model)
      const isReasoning = /^grok-(4|3-mini|code|build)/.test(model) && !model.includes('non-reasoning')
      return isReasoning && isGiven(body.stop) ? notSupported(model, 'stop') : undefined
    },
  ),
  rule(
    'model-without-effort',
    'https://github.com/chenyme/grok2api/issues/814 (2026-07-28), https://github.com/router-for-me/CLIProxyAPI/pull/3968 (2026-06-23), https://github.com/NousResearch/hermes-agent/pull/23435 (2026-05-10)',
    ({ body: { model, reasoning_effort: effort } }) => {
      const isUnsupported = isGiven(effort) && withoutEffort.test(textOf(model))
      return isUnsupported ? notSupported(textOf(model), 'reasoningEffort') : undefined
    },
  ),
  rule(
    'reasoning-effort',
    `${REASONING}, https://github.com/mnfst/modelparams.dev/pull/330 (2026-08-31), https://github.com/can1357/oh-my-pi/pull/4888 (2026-07-09)`,
    ({ body: { model, reasoning_effort: effort } }) => {
      const words = efforts.find(([models]) => models.test(textOf(model)))?.[1]
      return isGiven(effort) && words && !words.includes(textOf(effort)) ? invalidArgument('Invalid reasoning effort.') : undefined
    },
  ),
  rule('temperature', `${REFERENCE} (temperature: from 0 to 2)`, ({ body: { temperature } }) =>
    outside(temperature, 0, 2) ? invalidArgument('Invalid request content: temperature must be between 0 and 2.') : undefined,
  ),
  rule('top-p', `${REFERENCE} (top_p: from 0 to 1)`, ({ body: { top_p: top } }) =>
    outside(top, 0, 1) ? invalidArgument('Invalid request content: top_p must be between 0 and 1.') : undefined,
  ),
  rule(
    'too-many-tools',
    'https://github.com/anomalyco/opencode/issues/28911 (2026-05-22), https://github.com/github/copilot-cli/issues/4836 (2026-09-14: 350 at grok-4.5)',
    ({ body }) => {
      const { length } = objects(body.tools)
      const most = mostTools(textOf(body.model))
      if (length <= most) return undefined
      return invalidArgument(`Maximum tools limit reached. ${length} tools have been provided but the maximum is ${most}.`)
    },
  ),
  rule(
    'function-schema',
    'https://github.com/oracle/langchain-oracle/issues/45 (2025-10-16), https://docs.x.ai/developers/model-capabilities/text/structured-outputs (tool schemas)',
    ({ body }) => {
      const types = functionsOf(body).map(({ held }) => inside(held.parameters).type)
      const isWrong = types.some((type) => isGiven(type) && type !== 'object')
      return isWrong ? invalidArgument('Invalid request content: Invalid function schema.') : undefined
    },
  ),
  // With calls beside it a message without content was taken by some models and refused by others, so it is let through.
  rule(
    'message-without-content',
    'https://github.com/charmbracelet/crush/issues/964 (2025-09-05), https://github.com/langchain-ai/langchain/issues/34140 (2025-11-28)',
    ({ body }) => {
      const isEmpty = objects(body.messages).some((one) => isWithoutContent(one) && callsOf(one).length === 0)
      return isEmpty ? invalidArgument('Invalid request content: Each message must have at least one content element.') : undefined
    },
  ),
  rule('arguments-not-json', 'https://github.com/spiceai/spiceai/issues/4734 (2025-02-10)', ({ body }) => {
    const wrong = objects(body.messages)
      .flatMap(callsOf)
      .find((call) => parseJson(textOf(inside(call.function).arguments)) === undefined)
    if (!wrong) return undefined
    const reason = 'Parsing error: Error("EOF while parsing a value", line: 1, column: 0)'
    return invalidArgument(`The arguments to a tool_call with ID '${textOf(wrong.id)}' are not a valid JSON string. ${reason}`)
  }),
]

/** The judge of requests to xAI. */
export const xai = chatVendor<Complaint>('xai', chatAddress, rules, (complaint) => complaint)
