// Rules on reading the body, and on the caller: Google reads the body before it looks at the key, so an unknown name is told to everyone.
import { type JudgedRequest, rule } from '../judge.ts'
import { isUnknownToGoogle, type Model } from './models.ts'
import type { Parsed, ViolationKind } from './proto.ts'
import type { Rule, Told } from './rule.ts'

export type Read = { request: JudgedRequest; parsed: Parsed; model: Model; method: string }

/** The rules on a body that cannot be read. Google tells all problems at once; the rule is that of the first. */
export const parseRules: readonly Rule<Read>[] = [
  // Recorded with many names; also for names that only Vertex AI knows.
  reading('unknown-field', 'https://github.com/fishjar/kiss-translator/issues/256 (2025-08-09)'),
  // Recorded for $schema, additionalProperties, const, exclusiveMinimum, propertyNames, uniqueItems, examples, $ref, $defs and others.
  reading('unsupported-schema-keyword', 'https://github.com/pizza-bot-app/pizza-bot/issues/62 (2026-09-07)'),
  reading('list-where-one-is-wanted', 'https://github.com/voocel/litellm/issues/9 (2026-09-09)'),
  reading('wrong-type', 'https://github.com/egoist/chatwise-releases/issues/536 (2025-04-21)'),
  reading('unknown-enum-value', 'https://github.com/zereight/gitlab-mcp/issues/166 (2025-07-22)'),
  reading('two-of-one-group', 'https://github.com/googleapis/google-cloud-dart/issues/26 (2025-10-17)'),
  reading('not-base64', 'https://github.com/crmne/ruby_llm/issues/521 (2026-03-09)'),
]

function reading(kind: ViolationKind, source: string): Rule<Read> {
  return rule(kind, source, ({ parsed }) => {
    if (parsed.violations[0]?.kind !== kind) return undefined
    const fieldViolations = parsed.violations.map(({ field, description }) => ({ ...(field && { field }), description }))
    return {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: parsed.violations.map(({ description }) => description).join('\n'),
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
    }
  })
}

/** No key in the header, the query or as a bearer token. */
export const noApiKey: Rule<Read> = rule(
  'no-api-key',
  'https://github.com/UnityGameStudio/Gemini-Unity-Package/issues/1 (2025-10-24)',
  ({ request: { headers, query } }) => {
    if (headers['x-goog-api-key'] || query?.key || headers.authorization) return undefined
    return {
      code: 403,
      status: 'PERMISSION_DENIED',
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    }
  },
)

/** A model that Google does not serve, or not for this call. */
export const modelNotFound: Rule<Read> = rule(
  'model-not-found',
  'https://github.com/vercel/next.js/issues/95049 (2026-06-22)',
  ({ model, method }) => (isUnknownToGoogle(model) ? notFound(model, method) : undefined),
)

/** Google's answer for a model that it does not have. */
function notFound(model: Model, method: string): Told {
  const supported = method === 'countTokens' ? method : 'generateContent'
  const message = `${model.resource} is not found for API version v1beta, or is not supported for ${supported}. Call ModelService.ListModels to see the list of available models and their supported methods.`
  return { code: 404, status: 'NOT_FOUND', message }
}
