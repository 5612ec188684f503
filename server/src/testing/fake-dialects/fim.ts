// Mistral's door for code with a gap: replies in the shape of chat, with usage at the end of every stream. Source: Mistral's API reference, "Fill
// in the middle", 2026.
import { chatDialect } from './chat.ts'
import { type FakeDialect, text, unknownField } from './fake-dialect.ts'

const FIELDS = new Set([
  ...['model', 'prompt', 'suffix', 'temperature', 'top_p', 'max_tokens', 'min_tokens', 'stream', 'stop'],
  ...['random_seed', 'metadata', 'prompt_cache_key'],
])

export const fimDialect: FakeDialect = {
  ...chatDialect,

  read: ({ body }) => ({
    model: text(body.model),
    texts: [text(body.suffix), text(body.prompt)],
    ...{ images: 0, messages: 1, isStream: body.stream === true, wantsUsage: true },
  }),

  complaint({ body }) {
    const odd = unknownField(body, FIELDS)
    if (odd !== undefined) return `Extra inputs are not permitted: ${odd}`
    return typeof body.prompt === 'string' ? undefined : 'prompt: Input should be a valid string'
  },
}
