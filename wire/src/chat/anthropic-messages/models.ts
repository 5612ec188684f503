import type { ModelShape } from '../dialect.ts'
import { CREATED_SECONDS } from '../model-shapes.ts'

const CREATED_TEXT = new Date(CREATED_SECONDS * 1000).toISOString()

/** Models as this dialect lists them: all at once, so there is never another page. Source: its library, `ModelInfo`. */
export const models: ModelShape = {
  one: ({ id, contextTokens = null, longestAnswerTokens = null, endsOn }) => ({
    ...{ type: 'model', id, display_name: id, created_at: CREATED_TEXT },
    ...{ max_input_tokens: contextTokens, max_tokens: longestAnswerTokens, capabilities: null, line: null },
    // Whatever is listed can be called, so none is retired.
    lifecycle: endsOn === undefined ? 'active' : 'deprecated',
    deprecated_at: null,
    retires_at: endsOn === undefined ? null : `${endsOn}T23:59:59Z`,
  }),
  list: (listed) => ({
    data: listed.map(models.one),
    has_more: false,
    first_id: listed[0]?.id ?? null,
    last_id: listed.at(-1)?.id ?? null,
  }),
}
