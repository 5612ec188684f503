// Anthropic's dialect demands a limit of tokens, which callers of other dialects need not set.
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'

export const USUAL_MAX_TOKENS = 8192

/** The body with a limit, where it has none. Thinking counts against it: where its budget leaves no room, the usual limit comes on top. */
export function withLimit(body: JsonObject, usual = USUAL_MAX_TOKENS): JsonObject {
  if (typeof body.max_tokens === 'number') return body
  const budget = isObject(body.thinking) ? Number(body.thinking.budget_tokens ?? 0) : 0
  return { ...body, max_tokens: budget >= usual ? usual + budget : usual }
}
