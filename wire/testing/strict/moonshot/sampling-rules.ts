// What Moonshot takes of sampling: from kimi-k2.5 on one value of each, before it ranges narrower than OpenAI's.
import type { Json } from '../../../src/json.ts'
import { type ChatCall, type ChatRule, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { hasFixedSampling, isThinking } from './models.ts'

const overview = 'https://platform.kimi.ai/docs/api/models-overview (documentation as known in 2026-08)'
const reference = 'https://platform.kimi.ai/docs/api/chat (documentation as known in 2026-08)'

type Fixed = { field: string; source: string; allowed: (call: ChatCall) => readonly number[] }

const fixed: readonly Fixed[] = [
  {
    field: 'temperature',
    source: 'https://github.com/HKUDS/nanobot/pull/202 (2026-02-06), https://github.com/tinyhumansai/openhuman/pull/2082 (2026-05-18)',
    allowed: (call) => [isThinking(call) ? 1 : 0.6],
  },
  {
    field: 'top_p',
    source: 'https://github.com/anomalyco/opencode/issues/33957 (2026-06-25)',
    // Whether the newest generation has another default is not documented.
    allowed: ({ model }) => (/^kimi-k[3-9]/.test(model) ? [0.95, 1] : [0.95]),
  },
  { field: 'n', source: overview, allowed: () => [1] },
  { field: 'presence_penalty', source: 'https://github.com/cecli-dev/cecli/issues/484 (2026-04-13)', allowed: () => [0] },
  { field: 'frequency_penalty', source: overview, allowed: () => [0] },
]

const fixedRules: readonly ChatRule[] = fixed.map(({ field, source, allowed }) =>
  rule(`fixed-${field.replaceAll('_', '-')}`, source, (call) => {
    const value = call.body[field]
    if (!hasFixedSampling(call.model) || typeof value !== 'number' || allowed(call).includes(value)) return undefined
    return `invalid ${field}: only ${allowed(call)[0]} is allowed for this model`
  }),
)

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

export const samplingRules: readonly ChatRule[] = [
  ...fixedRules,
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
]
