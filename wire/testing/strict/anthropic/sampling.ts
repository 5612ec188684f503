// Temperature, top_p and top_k, the length of the answer, where it stops, and who asks.
import { isObject, type Json } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, type Rule, typeOf } from './call.ts'

const consult = 'Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking'

export const samplingRules: readonly Rule[] = [
  rule('sampling-range', 'https://github.com/mnfst/modelparams.dev/pull/238 (2026-08-17)', ({ body }) => {
    const bad = (['temperature', 'top_p'] as const).find((name) => isNumber(body[name]) && (body[name] < 0 || body[name] > 1))
    return bad && `${bad}: range: 0..1`
  }),
  // The default temperature is still taken; top_p and top_k are not, whatever their value.
  rule('sampling-deprecated', 'https://github.com/mnfst/modelparams.dev/pull/238 (2026-08-17)', ({ body, family }) => {
    if (family?.sampling !== 'none') return undefined
    const bad = (['temperature', 'top_p', 'top_k'] as const).find(
      (name) => isNumber(body[name]) && !(name === 'temperature' && body[name] === 1),
    )
    return bad && `\`${bad}\` is deprecated for this model.`
  }),
  rule(
    'temperature-with-top-p',
    'https://github.com/aws-samples/bedrock-chat/pull/979 (2025-11-25) and https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    ({ body, family }) =>
      family?.sampling === 'one' && isNumber(body.temperature) && isNumber(body.top_p)
        ? '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
        : undefined,
  ),
  rule(
    'temperature-with-thinking',
    'https://github.com/MartialBE/one-hub/issues/529 (2025-03-05); the words since 2026-02 name adaptive mode too',
    (call) =>
      thinks(call) && isNumber(call.body.temperature) && call.body.temperature !== 1
        ? `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${consult}`
        : undefined,
  ),
  rule(
    'top-p-with-thinking',
    'https://platform.claude.com/docs/en/build-with-claude/extended-thinking, "Feature compatibility" (2026-10)',
    (call) =>
      thinks(call) && isNumber(call.body.top_p) && call.body.top_p < 0.95
        ? `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode. ${consult}`
        : undefined,
  ),
  rule('top-k-with-thinking', 'https://github.com/quarkiverse/quarkus-langchain4j/issues/1812 (2025-09-25)', (call) =>
    thinks(call) && isNumber(call.body.top_k)
      ? `\`top_k\` must be unset when thinking is enabled or in adaptive mode. ${consult}`
      : undefined,
  ),
  rule('max-tokens-of-the-model', 'https://github.com/anomalyco/opencode/issues/2055 (2025-08-19)', ({ body, family, model }) => {
    const most = family?.maxOutputTokens
    if (most === undefined || !isNumber(body.max_tokens) || body.max_tokens <= most) return undefined
    return `max_tokens: ${body.max_tokens} > ${most}, which is the maximum allowed number of output tokens for ${model}`
  }),
  rule('stop-sequence-not-empty', 'https://github.com/MegaGrindStone/mcp-web-ui/issues/5 (2025-04-08)', ({ body }) =>
    stopsOf(body.stop_sequences).includes('') ? 'stop_sequences: each stop sequence must be non-empty' : undefined,
  ),
  rule('stop-sequence-not-blank', 'https://github.com/BerriAI/litellm/issues/3286 (2024-04-25)', ({ body }) =>
    stopsOf(body.stop_sequences).some((stop) => stop.trim() === '')
      ? 'stop_sequences: each stop sequence must contain non-whitespace'
      : undefined,
  ),
  // A telephone number is refused too, but what counts as one is not written down.
  rule('user-id-not-an-address', 'https://github.com/BerriAI/litellm/issues/10106 (2025-04-17)', ({ body }) => {
    const user = isObject(body.metadata) ? body.metadata.user_id : undefined
    if (typeof user !== 'string' || !/^[^\s@]+@[^\s@]+\.[a-zA-Z]{2,}$/.test(user)) return undefined
    return 'metadata.user_id: user_id appears to contain an email address. Please send a uuid or hash value instead.'
  }),
]

/** Asked to think. A model that thinks unasked takes no sampling knobs at all. */
function thinks({ body }: Call): boolean {
  const type = typeOf(body.thinking)
  return type === 'enabled' || type === 'adaptive'
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number'
}

function stopsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
