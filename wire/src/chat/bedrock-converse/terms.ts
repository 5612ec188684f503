import { hidesThinking, limitThinking } from '../../claude/thinking-limit.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { countOf, type RequestTerms, type Surcharge, tierSurcharges, withoutPaths } from '../request/terms.ts'

/** The price terms of a Converse request. */
export const terms: RequestTerms = {
  content: new Set(['messages', 'system', 'toolConfig']),
  maxOutputTokens: (body) => countOf(objectAt(body, 'inferenceConfig').maxTokens),

  withMaxOutputTokens(body, tokens) {
    const fields = objectAt(body, 'additionalModelRequestFields')
    const { maxTokens, thinking } = limitThinking(fields.thinking, tokens)
    return {
      ...body,
      inferenceConfig: { ...objectAt(body, 'inferenceConfig'), maxTokens },
      ...(thinking !== undefined && { additionalModelRequestFields: { ...fields, thinking } }),
    }
  },

  hidesOutput: (body, modelThinking) => hidesThinking(objectAt(body, 'additionalModelRequestFields').thinking, modelThinking),
  isSpoken: () => false,

  surcharges(body) {
    const found: Surcharge[] = tierSurcharges({ serviceTier: objectAt(body, 'serviceTier').type }, 'serviceTier')
    // AWS charges a guardrail by the text that it checks; a request with one must not be served without it.
    if (body.guardrailConfig !== undefined) found.push({ path: 'guardrailConfig', kind: 'other', name: 'guardrail', isNeeded: true })
    return found
  },

  without: withoutPaths,
}

function objectAt(body: JsonObject, key: string): JsonObject {
  const value = body[key]
  return isObject(value) ? value : {}
}
