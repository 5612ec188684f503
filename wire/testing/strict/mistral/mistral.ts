// api.mistral.ai as a strict fake vendor: what it refuses, in the order in which it looks.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { type ChatStep, type ChatWalk, callsOf, chatAddress, chatVendor, functionsOf, hasKey } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'
import { type Complaint, refused, unauthorized } from './complaint.ts'
import { structure } from './structure.ts'

// What api.mistral.ai checks of a function's schema: that it is a schema of draft 7 at all.

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** The first fault, as the vendor's validator tells it; undefined where the schema is one. */
function schemaFault(schema: Json | undefined): string | undefined {
  if (schema === undefined || typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `${JSON.stringify(schema)} is not of type 'object', 'boolean'`
  const own = typeFault(schema.type) ?? requiredFault(schema.required) ?? numberFault(schema)
  if (own !== undefined) return own
  if (isGiven(schema.properties) && !isObject(schema.properties)) return `${JSON.stringify(schema.properties)} is not of type 'object'`
  const inner = [...Object.values(isObject(schema.properties) ? schema.properties : {}), ...listed(schema.items), ...branches(schema)]
  return inner.flatMap((one) => schemaFault(one) ?? [])[0]
}

const listed = (value: Json | undefined) => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const branches = (schema: { [key: string]: Json | undefined }) =>
  ['anyOf', 'allOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []))

function typeFault(type: Json | undefined): string | undefined {
  const wrong = listed(type).find((one) => typeof one !== 'string' || !types.includes(one))
  return wrong === undefined ? undefined : `${JSON.stringify(type)} is not valid under any of the given schemas`
}

function requiredFault(required: Json | undefined): string | undefined {
  if (required === undefined || Array.isArray(required)) return undefined
  return `${JSON.stringify(required)} is not of type 'array'`
}

function numberFault(schema: { [key: string]: Json | undefined }): string | undefined {
  const wrong = [...numbers, ...counts].find((name) => schema[name] !== undefined && typeof schema[name] !== 'number')
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(schema[wrong])} is not of type '${numbers.includes(wrong) ? 'number' : 'integer'}'`
}

// What the messages of a request to api.mistral.ai must be to each other.

const VALIDATOR = 'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py'
const ORDER = ['invalid_request_message_order', '3230'] as const

/** The roles that may come after each role. */
const following: Readonly<Record<string, readonly string[]>> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
}

const count = {
  rule: 'number-of-responses',
  source: 'https://github.com/mistralai/client-python/issues/234 (2025-06-10), https://github.com/miquido/draive/issues/398 (2025-09-12)',
}
const unexpected = { rule: 'unexpected-tool-call-id', source: VALIDATOR }
const duplicate = { rule: 'duplicate-tool-call-id', source: VALIDATOR }

/** Every call has one response, and every response its call. */
const responses: ChatWalk<Complaint> = {
  rules: [count, unexpected, duplicate],
  walk(body) {
    let expected = new Set<string>()
    let observed = new Set<string>()
    for (const message of objects(body.messages)) {
      if (message.role === 'tool') {
        const id = textOf(message.tool_call_id)
        if (observed.has(id)) return ordered(duplicate.rule, `Duplicate tool call id ${id} in tool results`)
        if (!expected.has(id)) return ordered(unexpected.rule, `Unexpected tool call id ${id} in tool results`)
        observed.add(id)
      }
      if (message.role !== 'assistant') continue
      if (observed.size !== expected.size) break
      expected = new Set(callsOf(message).map(({ id }) => textOf(id)))
      observed = new Set()
    }
    return observed.size === expected.size ? undefined : ordered(count.rule, 'Not the same number of function calls and responses')
  },
}

const ordered = (rule: string, message: string) => ({ rule, complaint: refused(message, ...ORDER) })

const isId = (id: string) => /^[a-zA-Z0-9]{9}$/.test(id)

function isEmpty({ content }: JsonObject): boolean {
  return !isGiven(content) || content === '' || (Array.isArray(content) && content.length === 0)
}

const families =
  /^(mistral|ministral|magistral|codestral|devstral|pixtral|voxtral|mathstral|open-mi[sx]tral|open-codestral|labs-|ft:|ag:|zai-glm|glm)/

/** Words of effort per model; models that are in neither list are let through. */
const efforts: readonly { models: RegExp; words: readonly string[] }[] = [
  { models: /^zai-glm-5-3/, words: ['low', 'high', 'max'] },
  { models: /^(mistral-small-(latest|2603)|mistral-medium-(latest|2604|3)|mistral-medium-3[.-]5|magistral-)/, words: ['none', 'high'] },
]
const withoutEffort = /^(mistral-large-2|codestral|devstral|ministral|open-mistral)/

/** The names of functions: of those that are offered, and of those that were called. */
function namesOf(body: JsonObject): string[] {
  const called = objects(body.messages).flatMap(callsOf)
  return [...functionsOf(body).map(({ name }) => name), ...called.map((call) => textOf(inside(call.function).name))]
}

/** In the order in which it looks. */
const rules: readonly ChatStep<Complaint>[] = [
  rule('no-api-key', 'https://docs.mistral.ai/api (documentation as known in 2026-11)', ({ request }) =>
    hasKey(request) ? undefined : unauthorized,
  ),
  structure,
  rule(
    'invalid-model',
    'https://github.com/mistralai/mistral-vibe/issues/617 (2026-04-21), https://github.com/tmc/langchaingo/issues/1233 (2025-04-23)',
    ({ body: { model } }) =>
      families.test(textOf(model)) ? undefined : refused(`Invalid model: ${textOf(model)}`, 'invalid_model', '1500'),
  ),
  rule('no-messages', VALIDATOR, ({ body }) =>
    objects(body.messages).length > 0 ? undefined : refused('Conversation must have at least one message', ...ORDER),
  ),
  rule(
    'last-role',
    'https://github.com/huggingface/smolagents/issues/757 (2025-02-23), https://github.com/0xPlaygrounds/rig/issues/708 (2025-08-16)',
    ({ body }) => {
      const last = objects(body.messages).at(-1)
      if (last?.role !== 'assistant' || last.prefix === true) return undefined
      return refused('Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant', ...ORDER)
    },
  ),
  rule(
    'role-order',
    'https://github.com/mistralai/mistral-vibe/issues/1114 (2026-09-19), https://github.com/datapizza-labs/datapizza-ai/issues/98 (2025-12-04), https://github.com/zed-industries/zed/issues/37021 (2026-04-29)',
    ({ body }) => {
      const roles = objects(body.messages).map(({ role }) => textOf(role))
      const place = roles.findIndex((role, index) => index > 0 && !following[roles[index - 1] ?? '']?.includes(role))
      return place < 0 ? undefined : refused(`Unexpected role '${roles[place]}' after role '${roles[place - 1]}'`, ...ORDER)
    },
  ),
  rule('prefix-not-last', VALIDATOR, ({ body }) => {
    const isEarly = objects(body.messages)
      .slice(0, -1)
      .some(({ prefix }) => prefix === true)
    return isEarly ? refused('Assistant message with prefix True must be last message', ...ORDER) : undefined
  }),
  rule(
    'assistant-message-with-nothing',
    'https://github.com/OpenHands/OpenHands/issues/8685 (2025-05-24), https://github.com/solbrowse/extension/issues/16 (2025-06-30)',
    ({ body }) => {
      const found = objects(body.messages).some((one) => one.role === 'assistant' && callsOf(one).length === 0 && isEmpty(one))
      return found
        ? refused('Assistant message must have either content or tool_calls, but not none.', 'invalid_assistant_message', '3240')
        : undefined
    },
  ),
  rule('tool-call-id-not-defined', `https://github.com/Gage-Technologies/mistral-go/issues/8 (2025-02-12), ${VALIDATOR}`, ({ body }) => {
    const messages = objects(body.messages)
    const call = messages.flatMap(callsOf).find(({ id }) => !isGiven(id) || id === 'null')
    if (call) return refused('Tool call id has to be defined in serving mode.', 'invalid_function_call', '3280')
    const isWithout = messages.some(({ role, tool_call_id: id }) => role === 'tool' && !isGiven(id))
    return isWithout ? refused('Tool call id has to be defined.') : undefined
  }),
  rule(
    'tool-call-id',
    'https://github.com/nearai/ironclaw/issues/1241 (2026-03-16), https://github.com/karthink/gptel/issues/1203 (2026-01-07), https://github.com/editor-code-assistant/eca/issues/233 (2025-12-13)',
    ({ body }) => {
      const messages = objects(body.messages)
      const ids = messages.flatMap((one) => (one.role === 'tool' ? [textOf(one.tool_call_id)] : callsOf(one).map(({ id }) => textOf(id))))
      const wrong = ids.find((id) => !isId(id))
      if (wrong === undefined) return undefined
      return refused(`Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`, 'invalid_function_call', '3280')
    },
  ),
  responses,
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

/** The judge of requests to Mistral. */
export const mistral = chatVendor<Complaint>('mistral', chatAddress, rules, (complaint) => complaint)
