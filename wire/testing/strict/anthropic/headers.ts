// The headers and the model's name: what is refused before the body is read closely.
import { rule } from '../judge.ts'
import type { Call, Rule } from './call.ts'

export const headerRules: readonly Rule[] = [
  {
    ...rule(
      'key-required',
      'https://platform.claude.com/docs/en/api/overview#authentication and /api/errors: 401 authentication_error (2026-10)',
      ({ request: { headers } }: Call) => (headers['x-api-key'] || headers.authorization ? undefined : 'x-api-key header is required'),
    ),
    answer: { status: 401, type: 'authentication_error' },
  },
  rule('version-required', 'https://github.com/Pasta-Devs/Marinara-Engine/issues/120 (2026-04-19)', ({ request }) =>
    request.headers['anthropic-version'] ? undefined : 'anthropic-version: header is required',
  ),
  // Every beta's name ends with a day; which names with a day exist is not ours to know.
  rule(
    'beta-unknown',
    'https://github.com/QuantumNous/new-api/issues/2975 (2026-02-20) and https://github.com/aaronrussell/anthropix/issues/15 (2025-03-02)',
    ({ request, betas }) => {
      const unknown = betas.filter((name) => !/-20\d\d-?\d\d-?\d\d$/.test(name))
      if (request.headers['anthropic-beta'] === undefined || unknown.length === 0) return undefined
      const names = unknown.map((name) => `\`${name}\``).join(', ')
      return `Unexpected value(s) ${names} for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`
    },
  ),
]

export const modelRules: readonly Rule[] = [
  {
    // All names begin with `claude-` and have hyphens only; whether such a name exists is not ours to know.
    ...rule(
      'model-unknown',
      'https://github.com/anthropics/skills/blob/main/skills/claude-api/shared/error-codes.md, "404 Not Found" (2026-10)',
      ({ model }: Call) => (/^claude-[a-z0-9-]+$/.test(model) ? undefined : `model: ${model}`),
    ),
    answer: { status: 404, type: 'not_found_error' },
  },
]
