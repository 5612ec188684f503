import { isObject, type Json, type JsonArray, type JsonObject } from '../../json.ts'

/** The `input` of a request as items: a text is one message of the user. */
export function inputItems(input: Json | undefined): JsonArray {
  if (Array.isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }] : []
}

/** Does an item only name one that its vendor has? Its type may be left out, which no other item without a role may do. */
export function isItemReference(item: Json | undefined): item is JsonObject & { readonly id: string } {
  if (!isObject(item) || typeof item.id !== 'string') return false
  return item.type === 'item_reference' || ((item.type ?? null) === null && item.role === undefined)
}
