// Rules on the generation settings: ranges, what goes with what, and what some models do not have.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isGemini3, isGemini25 } from './models.ts'
import type { GenerationConfig } from './request.ts'
import { listed, type Rule, SDK, UNNAMED } from './rule.ts'

const config = ({ body }: Call): GenerationConfig => body.generationConfig ?? {}
const isOutside = (value: number | undefined, low: number, high: number) => value !== undefined && (value < low || value > high)

/** The most texts that end an answer. */
const MAXIMUM_STOP_SEQUENCES = 5

const MIME_TYPES = ['text/plain', 'application/json', 'application/xml', 'application/yaml', 'text/x.enum']

const REFERENCE = 'https://ai.google.dev/api/generate-content#generationconfig'

export const generationRules: readonly Rule<Call>[] = [
  rule('temperature', `${REFERENCE}; text measured at gemini-3.6-flash on 2026-09-22`, (call) =>
    isOutside(config(call).temperature, 0, 2) ? 'temperature must be in the range [0.0, 2.0]' : undefined,
  ),
  rule('top-p', `${REFERENCE}; documentation as known in 2026-11`, (call) =>
    isOutside(config(call).topP, 0, 1) ? 'top_p must be in the range [0.0, 1.0]' : undefined,
  ),
  // Zero is taken.
  rule('top-k', 'https://github.com/mnfst/modelparams.dev/pull/16 (2026-05-21)', (call) =>
    (config(call).topK ?? 0) < 0 ? 'top_k must be nonnegative' : undefined,
  ),
  rule('max-output-tokens', `${REFERENCE}; text measured on 2026-09-05`, (call) =>
    (config(call).maxOutputTokens ?? 1) < 1 ? UNNAMED : undefined,
  ),
  rule('stop-sequences', 'https://github.com/continuedev/continue/issues/2702 (2024-10-27)', (call) =>
    (config(call).stopSequences?.length ?? 0) > MAXIMUM_STOP_SEQUENCES
      ? listed(call.request, [
          ['generation_config.stop_sequences', `the number of stop_sequences must not exceed ${MAXIMUM_STOP_SEQUENCES}`],
        ])
      : undefined,
  ),
  rule('multiple-candidates', 'https://github.com/googleapis/js-genai/issues/1609 (2026-05-18)', (call) =>
    isGemini3(call.model) && (config(call).candidateCount ?? 1) > 1 ? 'Multiple candidates is not enabled for this model' : undefined,
  ),
  // Zero is taken.
  rule('penalty', 'https://github.com/google-gemini/cookbook/issues/1290 (2026-07-17)', (call) => {
    const { presencePenalty, frequencyPenalty } = config(call)
    const hasPenalties = isGemini25(call.model) || isGemini3(call.model)
    return hasPenalties && (presencePenalty || frequencyPenalty) ? 'Penalty is not enabled for this model' : undefined
  }),
  rule('log-probabilities', 'https://github.com/googleapis/python-genai/issues/1921 (2026-01-07)', (call) =>
    isGemini25(call.model) && config(call).responseLogprobs ? `Logprobs is not enabled for ${call.model.resource}` : undefined,
  ),
  rule('response-mime-type', `${REFERENCE}; text recorded with gemini-2.5 and gemini-3 models in 2025 and 2026`, (call) => {
    const type = config(call).responseMimeType
    if (!type || MIME_TYPES.includes(type)) return undefined
    const allowed = MIME_TYPES.map((known) => `\`${known}\``)
    const list = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`
    return listed(call.request, [['generation_config.response_mime_type', `allowed mimetypes are ${list}.`]])
  }),
  rule('response-schema-without-mime-type', `${SDK}: "If set, a compatible response_mime_type must also be set"`, (call) => {
    const { responseSchema, responseJsonSchema, responseMimeType = '' } = config(call)
    return (responseSchema || responseJsonSchema) && ['', 'text/plain'].includes(responseMimeType) ? UNNAMED : undefined
  }),
  rule('two-response-schemas', `${SDK}: "If this is set, response_schema must be omitted"`, (call) =>
    config(call).responseSchema && config(call).responseJsonSchema ? UNNAMED : undefined,
  ),
  rule('text-model-asked-for-media', 'https://github.com/snailyp/gemini-balance/issues/386 (2025-10-19)', (call) =>
    (isGemini25(call.model) || isGemini3(call.model)) && config(call).responseModalities?.some((kind) => kind !== 'TEXT')
      ? 'This model only supports text output.'
      : undefined,
  ),
  rule(
    'speech-model-asked-for-text',
    'https://github.com/danielmiessler/Fabric/issues/1607 (2025-07-12), https://github.com/BerriAI/litellm/issues/11118 (2025-06-01)',
    (call) => {
      const asked = config(call).responseModalities ?? ['TEXT']
      if (call.model.output !== 'speech' || (asked.length === 1 && asked[0] === 'AUDIO')) return undefined
      return `The requested combination of response modalities (${asked.join(', ')}) is not supported by the model. ${call.model.resource} accepts the following combination of response modalities:\n* AUDIO\n`
    },
  ),
]
