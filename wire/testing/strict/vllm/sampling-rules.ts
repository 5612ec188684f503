// The parameters of sampling, which vLLM looks at once the request is read.
import type { JsonObject } from '../../../src/json.ts'
import type { ChatRule } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { decimalText, printed } from './python.ts'

const source = 'https://github.com/vllm-project/vllm/blob/main/vllm/sampling_params.py (2026)'

/** The value of a field, which may be a text of digits. */
function numberOf(body: JsonObject, name: string): number | undefined {
  const value = body[name]
  return value === undefined || value === null || typeof value === 'object' ? undefined : Number(value)
}

type Bound = { field: string; fits: (value: number) => boolean; says: (value: number) => string; named?: boolean }

const bounds: readonly Bound[] = [
  { field: 'n', fits: (value) => value >= 1, says: (value) => `n must be at least 1, got ${value}.` },
  penalty('presence_penalty'),
  penalty('frequency_penalty'),
  {
    field: 'repetition_penalty',
    fits: (value) => value > 0,
    says: (value) => `repetition_penalty must be greater than zero, got ${decimalText(value)}.`,
  },
  {
    field: 'temperature',
    named: true,
    fits: (value) => value >= 0 && value <= 2,
    says: (value) => `temperature must be ${value < 0 ? 'non-negative' : 'in [0, 2]'}, got ${decimalText(value)}.`,
  },
  {
    field: 'top_p',
    named: true,
    fits: (value) => value > 0 && value <= 1,
    says: (value) => `top_p must be in (0, 1], got ${decimalText(value)}.`,
  },
  { field: 'top_k', fits: (value) => value >= -1, says: (value) => `top_k must be 0 (disable), or at least 1, got ${value}.` },
  { field: 'min_p', fits: (value) => value >= 0 && value <= 1, says: (value) => `min_p must be in [0, 1], got ${decimalText(value)}.` },
]

function penalty(field: string): Bound {
  const says = (value: number) => `${field} must be in [-2, 2], got ${decimalText(value)}.`
  return { field, says, fits: (value) => value >= -2 && value <= 2 }
}

const boundRules: readonly ChatRule[] = bounds.map(({ field, fits, says, named }) =>
  rule(field.replaceAll('_', '-'), source, ({ body }) => {
    const value = numberOf(body, field)
    if (value === undefined || fits(value)) return undefined
    return { message: says(value), details: { param: named ? field : null } }
  }),
)

/** The longest answer that the request asks for. */
function mostTokens(body: JsonObject): number | undefined {
  return numberOf(body, 'max_completion_tokens') ?? numberOf(body, 'max_tokens')
}

export const samplingRules: readonly ChatRule[] = [
  ...boundRules,
  rule('max-tokens', source, ({ body }) => {
    const most = mostTokens(body)
    return most === undefined || most >= 1
      ? undefined
      : { message: `max_tokens must be at least 1, got ${most}.`, details: { param: 'max_tokens' } }
  }),
  rule('min-tokens', source, ({ body }) => {
    const [least, most] = [numberOf(body, 'min_tokens') ?? 0, mostTokens(body)]
    return most !== undefined && least > most ? `min_tokens must be less than or equal to max_tokens=${most}, got ${least}.` : undefined
  }),
  rule('stop-empty', source, ({ body: { stop } }) =>
    stop === '' || (Array.isArray(stop) && stop.includes('')) ? 'stop cannot contain an empty string.' : undefined,
  ),
  rule('greedy-choices', source, ({ body }) => {
    const choices = numberOf(body, 'n') ?? 1
    return choices > 1 && numberOf(body, 'temperature') === 0 ? `n must be 1 when using greedy sampling, got ${choices}.` : undefined
  }),
  rule('logit-bias-keys', source, ({ body: { logit_bias: bias } }) => {
    const keys = typeof bias === 'object' && bias !== null ? Object.keys(bias).filter((key) => !/^\s*-?\d+\s*$/.test(key)) : []
    return keys.length === 0
      ? undefined
      : {
          message: `logit_bias contains key(s) that cannot be converted to integer token IDs: ${printed(keys)}`,
          details: { param: 'logit_bias' },
        }
  }),
]
