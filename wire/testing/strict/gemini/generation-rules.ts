// Rules on the generation settings: ranges, what goes with what, and what some models do not have.
import type { Call } from './content-rules.ts'
import { isGemini3, isGemini25 } from './models.ts'
import type { GenerationConfig } from './request.ts'
import { listed, type Rule, SDK, UNNAMED } from './rule.ts'

const config = ({ body }: Call): GenerationConfig => body.generationConfig ?? {}
const isOutside = (value: number | undefined, low: number, high: number) => value !== undefined && (value < low || value > high)

/** The most texts that end an answer. */
export const MAXIMUM_STOP_SEQUENCES = 5

const MIME_TYPES = ['text/plain', 'application/json', 'application/xml', 'application/yaml', 'text/x.enum']

const REFERENCE = 'https://ai.google.dev/api/generate-content#generationconfig'

export const generationRules: readonly Rule<Call>[] = [
  {
    rule: 'temperature',
    source: `${REFERENCE}; text measured at gemini-3.6-flash on 2026-09-22`,
    refuses: (call) => (isOutside(config(call).temperature, 0, 2) ? 'temperature must be in the range [0.0, 2.0]' : undefined),
  },
  {
    rule: 'top-p',
    source: `${REFERENCE}; documentation as known in 2026-11`,
    refuses: (call) => (isOutside(config(call).topP, 0, 1) ? 'top_p must be in the range [0.0, 1.0]' : undefined),
  },
  {
    // Zero is taken.
    rule: 'top-k',
    source: 'https://github.com/mnfst/modelparams.dev/pull/16 (2026-05-21)',
    refuses: (call) => ((config(call).topK ?? 0) < 0 ? 'top_k must be nonnegative' : undefined),
  },
  {
    rule: 'max-output-tokens',
    source: `${REFERENCE}; text measured on 2026-09-05`,
    refuses: (call) => ((config(call).maxOutputTokens ?? 1) < 1 ? UNNAMED : undefined),
  },
  {
    rule: 'stop-sequences',
    source: 'https://github.com/continuedev/continue/issues/2702 (2024-10-27)',
    refuses: (call) =>
      (config(call).stopSequences?.length ?? 0) > MAXIMUM_STOP_SEQUENCES
        ? listed(call.request, [
            ['generation_config.stop_sequences', `the number of stop_sequences must not exceed ${MAXIMUM_STOP_SEQUENCES}`],
          ])
        : undefined,
  },
  {
    rule: 'multiple-candidates',
    source: 'https://github.com/googleapis/js-genai/issues/1609 (2026-05-18)',
    refuses: (call) =>
      isGemini3(call.model) && (config(call).candidateCount ?? 1) > 1 ? 'Multiple candidates is not enabled for this model' : undefined,
  },
  {
    // Zero is taken.
    rule: 'penalty',
    source: 'https://github.com/google-gemini/cookbook/issues/1290 (2026-07-17)',
    refuses(call) {
      const { presencePenalty, frequencyPenalty } = config(call)
      const hasPenalties = isGemini25(call.model) || isGemini3(call.model)
      return hasPenalties && (presencePenalty || frequencyPenalty) ? 'Penalty is not enabled for this model' : undefined
    },
  },
  {
    rule: 'log-probabilities',
    source: 'https://github.com/googleapis/python-genai/issues/1921 (2026-01-07)',
    refuses: (call) =>
      isGemini25(call.model) && config(call).responseLogprobs ? `Logprobs is not enabled for ${call.model.resource}` : undefined,
  },
  {
    rule: 'response-mime-type',
    source: `${REFERENCE}; text recorded with gemini-2.5 and gemini-3 models in 2025 and 2026`,
    refuses(call) {
      const type = config(call).responseMimeType
      if (!type || MIME_TYPES.includes(type)) return undefined
      const allowed = MIME_TYPES.map((known) => `\`${known}\``)
      const list = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`
      return listed(call.request, [['generation_config.response_mime_type', `allowed mimetypes are ${list}.`]])
    },
  },
  {
    rule: 'response-schema-without-mime-type',
    source: `${SDK}: "If set, a compatible response_mime_type must also be set"`,
    refuses(call) {
      const { responseSchema, responseJsonSchema, responseMimeType = '' } = config(call)
      return (responseSchema || responseJsonSchema) && ['', 'text/plain'].includes(responseMimeType) ? UNNAMED : undefined
    },
  },
  {
    rule: 'two-response-schemas',
    source: `${SDK}: "If this is set, response_schema must be omitted"`,
    refuses: (call) => (config(call).responseSchema && config(call).responseJsonSchema ? UNNAMED : undefined),
  },
  {
    rule: 'text-model-asked-for-media',
    source: 'https://github.com/snailyp/gemini-balance/issues/386 (2025-10-19)',
    refuses: (call) =>
      (isGemini25(call.model) || isGemini3(call.model)) && config(call).responseModalities?.some((kind) => kind !== 'TEXT')
        ? 'This model only supports text output.'
        : undefined,
  },
  {
    rule: 'speech-model-asked-for-text',
    source:
      'https://github.com/danielmiessler/Fabric/issues/1607 (2025-07-12), https://github.com/BerriAI/litellm/issues/11118 (2025-06-01)',
    refuses(call) {
      const asked = config(call).responseModalities ?? ['TEXT']
      if (call.model.output !== 'speech' || (asked.length === 1 && asked[0] === 'AUDIO')) return undefined
      return `The requested combination of response modalities (${asked.join(', ')}) is not supported by the model. ${call.model.resource} accepts the following combination of response modalities:\n* AUDIO\n`
    },
  },
]
