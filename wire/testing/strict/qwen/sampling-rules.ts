// The ranges of Qwen's sampling.
import { type ChatRule, isGiven } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { errorPage, invalid } from './words.ts'

type Range = { field: string; source: string; says: string; fits: (value: number) => boolean }

const ranges: readonly Range[] = [
  {
    field: 'temperature',
    source: 'https://github.com/mnfst/modelparams.dev/pull/235 (2026-08-17)',
    says: 'Temperature should be in [0.0, 2.0)',
    fits: (value) => value >= 0 && value < 2,
  },
  // Its page leaves 0 out, but a 0 was taken (modelparams.dev#235).
  { field: 'top_p', source: errorPage, says: 'Range of top_p should be (0.0, 1.0]', fits: (value) => value >= 0 && value <= 1 },
  {
    field: 'presence_penalty',
    source: errorPage,
    says: 'Presence_penalty should be in [-2.0, 2.0]',
    fits: (value) => value >= -2 && value <= 2,
  },
  {
    field: 'repetition_penalty',
    source: errorPage,
    says: 'Repetition_penalty should be greater than 0.0',
    fits: (value) => value > 0,
  },
  { field: 'n', source: errorPage, says: 'Range of n should be [1, 4]', fits: (value) => value >= 1 && value <= 4 },
]

/** The longest answers that were recorded with a refusal. */
function mostTokens(model: string): number | undefined {
  if (/^qwen-max(-latest)?$/.test(model)) return 8192
  return /^qwen3\.8-max/.test(model) ? 131_072 : undefined
}

export const samplingRules: readonly ChatRule[] = [
  ...ranges.map(
    ({ field, source, says, fits }): ChatRule =>
      rule(field.replaceAll('_', '-'), source, ({ body }) =>
        typeof body[field] === 'number' && !fits(body[field]) ? invalid(says) : undefined,
      ),
  ),
  rule(
    'max-tokens',
    'https://github.com/open-webui/open-webui/issues/10507 (2025-02-21), https://github.com/anomalyco/opencode/issues/40770 (2026-08-05)',
    ({ body: { max_tokens: asked }, model }) => {
      const most = mostTokens(model)
      if (most === undefined || !isGiven(asked) || (Number(asked) >= 1 && Number(asked) <= most)) return undefined
      return invalid(`Range of max_tokens should be [1, ${most}]`)
    },
  ),
]
