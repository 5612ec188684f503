import type { JsonObject } from '../../encoding/json.ts'
import type { ClientCount, VendorCount } from '../dialect.ts'
import { countOf } from '../request/terms.ts'

/** What the count takes of a request; it refuses the rest. */
const FIELDS = [
  ...['conversation', 'input', 'instructions', 'parallel_tool_calls', 'personality', 'previous_response_id', 'reasoning', 'text'],
  ...['tool_choice', 'tools', 'truncation'],
] as const

/** `/v1/responses/input_tokens`. Source: OpenAI's API reference, "Get input token counts", 2026. */
export const count: ClientCount & VendorCount = {
  write: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  read: ({ input_tokens: tokens }) => countOf(tokens),
  ask(body, model) {
    const asked: JsonObject = { model }
    for (const field of FIELDS) {
      const value = body[field]
      if (value !== undefined) asked[field] = value
    }
    return asked
  },
}
