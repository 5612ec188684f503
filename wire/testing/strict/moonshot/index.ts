// api.moonshot.cn and api.moonshot.ai (Kimi) as a strict fake vendor. An error has a message and a type, no code. Where Moonshot documents a
// bound without the words of its refusal, the words are built after its other refusals.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import {
  type ChatCall,
  type ChatRule,
  type ChatStep,
  chatVendor,
  hasKey,
  imageUrl,
  inside,
  isGiven,
  objects,
  orphans,
  partsOf,
  saying,
  textOf,
  unanswered,
} from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { schemaFault, schemaSources } from './schema.ts'

// The families of Moonshot's models, by platform.kimi.ai/docs/api/models-overview and what was measured at its API (2026-01 to 2026-09).

/** False for the names of other vendors' models. */
function isMoonshotName(model: string): boolean {
  return /^(kimi-|moonshot-|k\d)/.test(model)
}

/** Of kimi-k2.5 and later the sampling is fixed. */
function hasFixedSampling(model: string): boolean {
  return /^kimi-k(2\.[5-9]|[3-9])/.test(model)
}

/** `by-default`: it thinks until the request says that it shall not. */
function thinks(model: string): 'always' | 'by-default' | 'never' {
  if (/^kimi-k([3-9]|2\.7-code|2-thinking)/.test(model)) return 'always'
  return /^kimi-k2\.[5-9]/.test(model) ? 'by-default' : 'never'
}

function isThinking({ model, body }: ChatCall): boolean {
  const when = thinks(model)
  return when === 'always' || (when === 'by-default' && inside(body.thinking).type !== 'disabled')
}

/** Models that take text alone. */
function isTextOnly(model: string): boolean {
  return /^(moonshot-v1-(8k|32k|128k|auto)|kimi-k2-(0711-preview|0905-preview|turbo-preview|thinking(-turbo)?))$/.test(model)
}

// What Moonshot takes of sampling: from kimi-k2.5 on one value of each, before it ranges narrower than OpenAI's.

const overview = 'https://platform.kimi.ai/docs/api/models-overview (documentation as known in 2026-08)'
const reference = 'https://platform.kimi.ai/docs/api/chat (documentation as known in 2026-08)'

/** Of models with fixed sampling a field has one value. The first that is allowed is told. */
const fixed = (field: string, source: string, allowed: (call: ChatCall) => readonly number[]): ChatRule =>
  rule(`fixed-${field.replaceAll('_', '-')}`, source, (call) => {
    const value = call.body[field]
    if (!hasFixedSampling(call.model) || typeof value !== 'number' || allowed(call).includes(value)) return undefined
    return `invalid ${field}: only ${allowed(call)[0]} is allowed for this model`
  })

const ranges: readonly (readonly [string, number, number])[] = [
  ['temperature', 0, 1],
  ['top_p', 0, 1],
  ['n', 1, 5],
  ['presence_penalty', -2, 2],
  ['frequency_penalty', -2, 2],
]

function isOutside(value: Json | undefined, least: number, most: number): boolean {
  return typeof value === 'number' && (value < least || value > most)
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

const stops = (stop: Json | undefined): string[] => (Array.isArray(stop) ? stop.map(textOf) : [textOf(stop)])

const toolReference = 'https://platform.kimi.ai/docs/api/tool-use (documentation as known in 2026-08)'

// What Moonshot looks at in the messages.

const roles = ['system', 'user', 'assistant', 'tool']

/** Without any text, part or call. */
function isEmpty({ role, content, tool_calls }: JsonObject): boolean {
  if (role === 'tool' || objects(tool_calls).length > 0) return false
  return !isGiven(content) || content === '' || (Array.isArray(content) && content.length === 0)
}

const errors = 'https://platform.kimi.ai/docs/api/errors (documentation as known in 2026-08)'

/** In the order in which it looks. */
const rules: readonly ChatStep[] = [
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
  fixed(
    'temperature',
    'https://github.com/HKUDS/nanobot/pull/202 (2026-02-06), https://github.com/tinyhumansai/openhuman/pull/2082 (2026-05-18)',
    (call) => [isThinking(call) ? 1 : 0.6],
  ),
  // Whether the newest generation has another default is not documented.
  fixed('top_p', 'https://github.com/anomalyco/opencode/issues/33957 (2026-06-25)', ({ model }) =>
    /^kimi-k[3-9]/.test(model) ? [0.95, 1] : [0.95],
  ),
  fixed('n', overview, () => [1]),
  fixed('presence_penalty', 'https://github.com/cecli-dev/cecli/issues/484 (2026-04-13)', () => [0]),
  fixed('frequency_penalty', overview, () => [0]),
  rule('sampling-range', `${reference}; the text is not recorded`, ({ body, model }) => {
    if (hasFixedSampling(model)) return undefined
    const found = ranges.find(([field, least, most]) => isOutside(body[field], least, most))
    return found && `invalid ${found[0]}: must be between ${found[1]} and ${found[2]}`
  }),
  rule(
    'choices-at-low-temperature',
    `${overview}: close to a temperature of 0, n can only be 1; the text is not recorded`,
    ({ body, model }) =>
      !hasFixedSampling(model) && Number(body.n ?? 1) > 1 && typeof body.temperature === 'number' && body.temperature < 0.01
        ? 'invalid n: n can only be 1 when temperature is close to 0'
        : undefined,
  ),
  rule('stop-count', `${reference}: at most 5 strings; the text is not recorded`, ({ body: { stop } }) =>
    stops(stop).length > 5 ? 'Invalid request: stop has at most 5 strings' : undefined,
  ),
  rule('stop-length', `${reference}: each at most 32 bytes; the text is not recorded`, ({ body: { stop } }) =>
    stops(stop).some((one) => bytesOf(one) > 32) ? 'Invalid request: a string of stop has at most 32 bytes' : undefined,
  ),
  // What Moonshot demands of tools and of the choice among them.
  rule('too-many-tools', `${toolReference}: at most 128; the text is not recorded`, ({ body }) =>
    objects(body.tools).length > 128 ? 'Invalid request: tools has at most 128 functions' : undefined,
  ),
  rule(
    'function-name',
    'https://github.com/continuedev/continue/pull/6818 (2025-07-28), https://github.com/MoonshotAI/kimi-cli/issues/2531 (2026-07-22)',
    ({ functions }) =>
      functions.some(({ definition }) => isGiven(definition.name) && !/^[A-Za-z_][\w-]{0,63}$/.test(textOf(definition.name)))
        ? 'Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes'
        : undefined,
  ),
  rule('parameters-not-an-object-type', 'https://github.com/14790897/MiqroForge-Desktop/issues/1165 (2026-09-21)', ({ functions }) =>
    functions.some(({ definition: { parameters } }) => isObject(parameters) && parameters.type !== 'object')
      ? 'tools.function.parameters.type is required and must be "object"'
      : undefined,
  ),
  ...Object.entries(schemaSources).map(
    ([kind, source]): ChatRule =>
      rule(kind, source, ({ functions }) => {
        const found = functions.map(({ definition }) => schemaFault(definition.parameters)).find((fault) => fault !== undefined)
        if (found?.kind !== kind) return undefined
        const { path, message } = found
        const where = path.length === 0 ? 'root' : path.join('.')
        return `tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${where}': ${message}>`
      }),
  ),
  rule(
    'tool-choice-while-thinking',
    'https://github.com/AstrBotDevs/AstrBot/issues/7805 (2026-04-25), https://github.com/can1357/oh-my-pi/issues/1077 (2026-05-14)',
    (call) => {
      const { tool_choice: choice } = call.body
      if (!isThinking(call)) return undefined
      // The newest generation takes `required`, by its page of parameters, but no named function.
      if (choice === 'required' && !/^kimi-k[3-9]/.test(call.model)) return "tool_choice 'required' is incompatible with thinking enabled"
      return isGiven(inside(choice).function) ? "tool_choice 'specified' is incompatible with thinking enabled" : undefined
    },
  ),
  rule(
    'unsupported-role',
    'https://github.com/openclaw/openclaw/pull/22194 (2026-02-20), https://github.com/earendil-works/pi/pull/8109 (2026-08-14)',
    ({ messages }) =>
      messages.some(({ role }) => !roles.includes(textOf(role))) ? 'Invalid request: unsupported role ROLE_UNSPECIFIED' : undefined,
  ),
  rule(
    'empty-message',
    'https://github.com/lobehub/lobehub/pull/8419 (2025-07-13), https://github.com/anomalyco/opencode/issues/37887 (2026-07-20)',
    ({ messages }) => {
      const place = messages.findIndex(isEmpty)
      return place < 0
        ? undefined
        : `Invalid request: the message at position ${place} with role '${messages[place]?.role}' must not be empty`
    },
  ),
  rule('empty-text-part', 'https://github.com/BerriAI/litellm/issues/42186 (2026-09)', ({ messages }) =>
    messages.flatMap(partsOf).some(({ type, text }) => type === 'text' && text === '')
      ? 'Invalid request: text content is empty'
      : undefined,
  ),
  rule(
    'invalid-part-type',
    'https://github.com/MoonshotAI/kimi-cli/issues/788 (2026-01-29), https://platform.kimi.ai/docs/api/chat',
    ({ messages, model }) => {
      const taken = isTextOnly(model) ? ['text'] : ['text', 'image_url', 'video_url']
      const found = messages.flatMap((message, place) => partsOf(message).map(({ type }) => ({ place, role: message.role, type })))
      const wrong = found.find(({ type }) => !taken.includes(textOf(type)))
      return wrong && `the message at position ${wrong.place} with role '${wrong.role}' contains an invalid part type: ${wrong.type}`
    },
  ),
  rule('unsupported-image-url', 'https://github.com/OpenHands/software-agent-sdk/pull/3219 (2026-05-12)', ({ messages }) => {
    const url = messages
      .flatMap(partsOf)
      .map(imageUrl)
      .find((one) => one !== undefined && !/^(data:|ms:\/\/)/.test(one))
    return url === undefined ? undefined : `Invalid request: unsupported image url: ${url}`
  }),
  rule(
    'duplicate-tool-call-id',
    'https://github.com/openclaw/openclaw/issues/84730 (2026-05-20); the text is not recorded',
    ({ messages }) => {
      const ids = messages.map(({ tool_calls }) => objects(tool_calls).map(({ id }) => textOf(id)))
      const twice = ids.flatMap((of) => of.filter((id, place) => of.indexOf(id) !== place))[0]
      return twice === undefined ? undefined : `Invalid request: tool call id ${twice} is duplicated`
    },
  ),
  rule(
    'reasoning-content-missing',
    'https://github.com/sipeed/picoclaw/issues/588 (2026-02-21), https://github.com/earendil-works/pi/pull/4178 (2026-05-05)',
    (call) => {
      if (!isThinking(call)) return undefined
      // An empty text counts as missing; a blank does not.
      const place = call.messages.findIndex(
        ({ tool_calls, reasoning_content }) => objects(tool_calls).length > 0 && !textOf(reasoning_content),
      )
      return place < 0 ? undefined : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${place}`
    },
  ),
  rule('call-without-result', 'https://github.com/MoonshotAI/kimi-cli/issues/2405 (2026-05-31)', ({ messages }) => {
    const ids = unanswered(messages)[0]?.ids
    return (
      ids &&
      `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
    )
  }),
  rule('result-without-call', 'https://github.com/MoonshotAI/kimi-code/issues/1053 (2026-06-24)', ({ messages }) =>
    orphans(messages).length > 0 ? 'tool_call_id  is not found' : undefined,
  ),
]

/** Moonshot's chat completions. */
export const moonshot = chatVendor(
  'moonshot',
  /\/chat\/completions$/,
  rules,
  saying(({ message, details }) => ({ error: { message, type: 'invalid_request_error', ...details } })),
)
