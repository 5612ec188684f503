// api.groq.com as a strict fake vendor: what it refuses, in the order in which it looks.
import { isObject, type Json } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { type ChatStep, type ChatWalk, chatAddress, chatVendor, formatOf, functionsOf, hasKey, mentions, partTypes } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'
import { structure } from './structure.ts'

// How api.groq.com refuses: OpenAI's form, without the fields that say nothing.

export type Complaint = { message: string; status?: number; param?: string; code?: string }

function answer({ message, status = 400, param, code }: Complaint): { status: number; body: Json } {
  const error = { message, type: 'invalid_request_error', ...(param !== undefined && { param }), ...(code !== undefined && { code }) }
  return { status, body: { error } }
}

// What api.groq.com checks of the schemas of functions and of answers.

const closing = {
  rule: 'additional-properties',
  source:
    'https://github.com/Meridiona/meridian/pull/811 (2026-08-19), https://github.com/eigent-ai/eigent/pull/1786 (2026-07-19), https://console.groq.com/docs/structured-outputs (strict mode)',
}
const requiring = {
  rule: 'required-properties',
  source: 'https://console.groq.com/docs/structured-outputs (strict mode: all fields must be required)',
}

type StrictSchema = { named: string; schema: Json | undefined; param: string }

/** The schemas that are to be kept to strictly, as they are named in a fault. */
const strictSchemas: ChatWalk<Complaint> = {
  rules: [closing, requiring],
  walk(body) {
    const functions = functionsOf(body).flatMap(({ held, name, index }): StrictSchema[] => {
      const param = `tool ${name}, tools[${index}].function.parameters`
      return held.strict === true ? [{ named: param, schema: held.parameters, param }] : []
    })
    const format = inside(inside(body.response_format).json_schema)
    const answer = { named: `response_format: '${textOf(format.name)}'`, schema: format.schema, param: 'response_format' }
    for (const { named, schema, param } of format.strict === true ? [...functions, answer] : functions) {
      const found = strictFault(schema, '')
      if (found) return { rule: found.rule, complaint: { message: `invalid JSON schema for ${named}: ${found.text}`, param } }
    }
    return undefined
  },
}

function strictFault(schema: Json | undefined, path: string): { rule: string; text: string } | undefined {
  if (!isObject(schema)) return undefined
  const properties = isObject(schema.properties) ? schema.properties : {}
  const at = path === '' ? '' : `${path}: `
  if (schema.type === 'object' && schema.additionalProperties !== false) {
    return { rule: closing.rule, text: `${at}additionalProperties:false must be set on every object` }
  }
  const required = Array.isArray(schema.required) ? schema.required : []
  const optional = Object.keys(properties).find((name) => !required.includes(name))
  if (optional !== undefined) {
    return { rule: requiring.rule, text: `${at}'required' must be an array including every key in properties. Missing '${optional}'` }
  }
  const inner = [
    ...Object.entries(properties).map(([name, one]) => [one, `${path}/properties/${name}`] as const),
    [schema.items, `${path}/items`] as const,
    ...(Array.isArray(schema.anyOf) ? schema.anyOf.map((one, index) => [one, `${path}/anyOf/${index}`] as const) : []),
  ]
  return firstOf(inner, ([one, place]) => strictFault(one, place))
}

const decommissioned =
  /^(gemma2-9b-it|qwen-qwq-32b|llama-3\.1-70b-versatile|llama-3\.3-70b-specdec|llama-3\.2-.*-preview|llama3-(8|70)b-8192|mixtral-8x7b-32768)$/
/** Removed models that the vendor answers of as if they had never been there. */
const gone = ['llama-3.3-70b-versatile', 'qwen/qwen3-32b', 'meta-llama/llama-4-maverick-17b-128e-instruct']
/** Models of other makers have their maker's name before their own: `openai/gpt-oss-120b`. */
const isServed = (model: string) => (model.includes('/') || /^(llama-|gemma|compound|allam)/.test(model)) && !gone.includes(model)

/** The most tokens of an answer, where the vendor has named them. */
const mostTokens: readonly [RegExp, number][] = [
  [/gpt-oss/, 65536],
  [/qwen3\.[68]/, 16384],
  [/kimi-k2/, 16384],
  [/llama-4-scout/, 8192],
]

const unsupported = (field: string): Complaint => ({ message: `\`${field}\` is not supported with this model`, param: field })

/** True for a setting that is given and not turned off. */
const isAsked = (value: unknown) => value !== undefined && value !== null && value !== false

const isReasoning = (model: string) => /gpt-oss|qwen3/.test(model)

/** In the order in which it looks. */
const rules: readonly ChatStep<Complaint>[] = [
  rule('no-api-key', 'https://console.groq.com/docs/errors (401)', ({ request }) =>
    hasKey(request) ? undefined : { status: 401, message: 'Invalid API Key', code: 'invalid_api_key' },
  ),
  structure,
  rule(
    'model-decommissioned',
    'https://github.com/continuedev/continue/issues/12741 (2026-06-17), https://github.com/RightNow-AI/openfang/issues/834 (2026-03-24)',
    ({ body: { model } }) => {
      if (!decommissioned.test(textOf(model))) return undefined
      const advice = 'Please refer to https://console.groq.com/docs/deprecations for a recommendation on which model to use instead.'
      const message = `The model \`${textOf(model)}\` has been decommissioned and is no longer supported. ${advice}`
      return { message, code: 'model_decommissioned' }
    },
  ),
  rule(
    'model-not-found',
    'https://github.com/continuedev/continue/issues/10166 (2026-02-03), https://github.com/decolua/9router/pull/3558 (2026-08-26)',
    ({ body: { model } }) => {
      if (isServed(textOf(model))) return undefined
      const message = `The model \`${textOf(model)}\` does not exist or you do not have access to it.`
      return { status: 404, message, code: 'model_not_found' }
    },
  ),
  rule(
    'probabilities-and-bias',
    'https://github.com/groq/groq-python/issues/25 (2024-03-18), https://console.groq.com/docs/openai (unsupported fields)',
    ({ body }) => {
      const field = ['logprobs', 'top_logprobs', 'logit_bias'].find((name) => isAsked(body[name]))
      return field === undefined ? undefined : unsupported(field)
    },
  ),
  rule(
    'max-completion-tokens',
    'https://github.com/Alishahryar1/free-claude-code/issues/955 (2026-07-02), https://github.com/mnfst/modelparams.dev/pull/276 (2026-08-18), https://github.com/mnfst/modelparams.dev/pull/277 (2026-08-18), https://github.com/khoj-ai/khoj/issues/1236, https://github.com/Kilo-Org/kilocode/pull/1332 (2025-07-15)',
    ({ body }) => {
      const most = mostTokens.find(([models]) => models.test(textOf(body.model)))?.[1] ?? Number.POSITIVE_INFINITY
      const field = ['max_completion_tokens', 'max_tokens'].find((name) => Number(body[name] ?? 0) > most)
      if (field === undefined) return undefined
      const reason = `the maximum value for \`${field}\` is less than the \`context_window\` for this model`
      return { message: `\`${field}\` must be less than or equal to \`${most}\`, ${reason}`, param: field }
    },
  ),
  rule(
    'reasoning-effort',
    'https://github.com/Alishahryar1/free-claude-code/issues/1348 (2026-08-06), https://github.com/theopenco/llmgateway/pull/3422 (2026-08-04), https://console.groq.com/docs/reasoning',
    ({ body: { model, reasoning_effort: effort } }) => {
      const isQwen = /qwen3/.test(textOf(model))
      const words = isQwen ? ['none', 'default'] : ['low', 'medium', 'high']
      if (!isGiven(effort) || !isReasoning(textOf(model)) || words.includes(textOf(effort))) return undefined
      const list = isQwen ? '`none` or `default`' : '`low`, `medium`, or `high`'
      return { message: `\`reasoning_effort\` must be one of ${list}` }
    },
  ),
  rule(
    'model-without-reasoning',
    'https://github.com/brendanlong/lion-reader/pull/1325 (2026-07-17), https://github.com/0xPlaygrounds/rig/issues/1134 (2025-12-09)',
    ({ body }) => {
      if (!/llama|kimi|gemma|allam/.test(textOf(body.model))) return undefined
      const field = ['reasoning_effort', 'reasoning_format'].find((name) => isGiven(body[name]))
      return field === undefined ? undefined : unsupported(field)
    },
  ),
  rule('reasoning-in-history', 'https://github.com/vercel/ai/pull/8057 (2025-08-14)', ({ body }) => {
    const index = objects(body.messages).findIndex((one) => isGiven(one.reasoning))
    if (index < 0 || !/llama|kimi|gemma|allam/.test(textOf(body.model))) return undefined
    return { message: `messages[${index}].reasoning: reasoning is not supported with this model` }
  }),
  rule('raw-reasoning', 'https://console.groq.com/docs/reasoning (raw with JSON mode or tool use: a 400 error)', ({ body }) => {
    const isStructured = formatOf(body).startsWith('json') || objects(body.tools).length > 0
    if (body.reasoning_format !== 'raw' || !isStructured) return undefined
    const message = '`reasoning_format` must be set to either `parsed` or `hidden` when using JSON mode or tool calling'
    return { message, param: 'reasoning_format' }
  }),
  rule(
    'two-forms-of-reasoning',
    'https://console.groq.com/docs/reasoning (include_reasoning and reasoning_format exclude each other)',
    ({ body: { include_reasoning: include, reasoning_format: format } }) => {
      if (!isGiven(include) || !isGiven(format)) return undefined
      return { message: '`include_reasoning` and `reasoning_format` cannot both be set', param: 'include_reasoning' }
    },
  ),
  rule(
    'json-with-tools',
    'https://github.com/vercel/ai/pull/16540 (2026-07-01), https://github.com/agno-agi/agno/issues/1065 (2024-07-23)',
    ({ body }) => {
      if (!formatOf(body).startsWith('json') || objects(body.tools).length === 0) return undefined
      return { message: 'json mode cannot be combined with tool/function calling' }
    },
  ),
  rule('messages-without-json', 'https://github.com/mem0ai/mem0/pull/4161 (2026-02-28)', ({ body }) => {
    if (formatOf(body) !== 'json_object' || mentions('json', body)) return undefined
    return { message: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'." }
  }),
  // Only of models that are known to read no images.
  rule(
    'image-for-a-text-model',
    'https://github.com/vercel/ai/issues/2837 (2024-08-29), https://console.groq.com/docs/vision (supported models)',
    ({ body }) => {
      if (!/gpt-oss|llama-3|kimi|gemma|allam/.test(textOf(body.model))) return undefined
      const index = objects(body.messages).findIndex((message) => partTypes(message).includes('image_url'))
      return index < 0 ? undefined : { message: `messages[${index}].content must be a string` }
    },
  ),
  rule(
    'required-without-properties',
    'https://github.com/usestrix/strix/issues/1204 (2026-08-31), https://github.com/usestrix/strix/issues/1088 (2026-08-16)',
    ({ body }) => {
      const found = functionsOf(body).find(({ held }) => {
        const schema = inside(held.parameters)
        return schema.required !== undefined && schema.properties === undefined
      })
      if (!found) return undefined
      const param = `tool ${found.name}, tools[${found.index}].function.parameters`
      return { message: `invalid JSON schema for ${param}: 'required' present but 'properties' is missing`, param }
    },
  ),
  rule(
    'json-schema-of-model',
    'https://github.com/ItzCrazyKns/Vane/issues/980 (2026-01-12), https://console.groq.com/docs/structured-outputs (supported models)',
    ({ body }) => {
      if (formatOf(body) !== 'json_schema' || !/^(llama-3|llama3|gemma|allam)/.test(textOf(body.model))) return undefined
      const where = 'See supported models at https://console.groq.com/docs/structured-outputs#supported-models'
      return { message: `This model does not support response format \`json_schema\`. ${where}`, param: 'response_format' }
    },
  ),
  strictSchemas,
]

/** The judge of requests to Groq. */
export const groq = chatVendor<Complaint>('groq', chatAddress, rules, answer)
