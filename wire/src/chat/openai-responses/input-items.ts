import type { Json, JsonArray } from '../../encoding/json.ts'

/** The `input` of a request as items: a text is one message of the user. */
export function inputItems(input: Json | undefined): JsonArray {
  if (Array.isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }] : []
}
