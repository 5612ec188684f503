// What a whole kind of model does not have: Gemma 3 and before, and the models that draw.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isPlainGemma } from './models.ts'
import { declarations, parts } from './request.ts'
import type { Rule } from './rule.ts'

export const capabilityRules: readonly Rule<Call>[] = [
  // Even an empty text is refused.
  rule(
    'no-system-instruction',
    'https://github.com/0xPlaygrounds/rig/issues/788 (2025-09-08), https://github.com/NEKOparapa/AiNiee/issues/940 (2026-02-19)',
    ({ model, body }) =>
      isPlainGemma(model) && parts(body.systemInstruction).length > 0
        ? `Developer instruction is not enabled for ${model.resource}`
        : undefined,
  ),
  rule(
    'no-function-calling',
    'https://github.com/owndev/Open-WebUI-Functions/issues/181 (image models), https://ai.google.dev/gemma/docs/core/gemma_on_gemini_api',
    ({ model, body }) =>
      (isPlainGemma(model) || model.output === 'image') && declarations(body).length > 0
        ? `Function calling is not enabled for ${model.resource}`
        : undefined,
  ),
  rule('no-json-mode', 'https://ai.google.dev/gemma/docs/core/gemma_on_gemini_api; text as recorded in 2025 and 2026', ({ model, body }) =>
    isPlainGemma(model) && body.generationConfig?.responseMimeType === 'application/json'
      ? `JSON mode is not enabled for ${model.resource}`
      : undefined,
  ),
  rule('no-url-context', 'https://github.com/owndev/Open-WebUI-Functions/issues/181', ({ model, body }) =>
    model.output === 'image' && body.tools?.some(({ urlContext }) => urlContext !== undefined)
      ? `Url context is not supported for ${model.resource}`
      : undefined,
  ),
  // The other models that draw can search.
  rule('no-search', 'https://github.com/owndev/Open-WebUI-Functions/issues/181', ({ model, body }) =>
    ['gemini-2.5-flash-image', 'gemini-3.1-flash-lite-image'].includes(model.name) &&
    body.tools?.some(({ googleSearch }) => googleSearch !== undefined)
      ? `Search Grounding is not supported for ${model.resource}`
      : undefined,
  ),
]
