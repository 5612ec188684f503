// `:countTokens` counts the tokens of a prompt and must never become a call of the model.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { WireError } from '../../wire-error.ts'
import type { ClientCount, VendorCount } from '../dialect.ts'
import { countOf } from '../request/terms.ts'
import { Fields } from './fields.ts'

/**
 * The body of `:generateContent` inside a body of `:countTokens`: the one it wraps, or its bare contents.
 *
 * Throws WireError where it has neither.
 */
export function readCountRequest(body: Json): JsonObject {
  const f = new Fields(body)
  const wrapped = f.object('generateContentRequest')
  if (wrapped !== undefined) return wrapped.source
  if (!isObject(body) || body.contents === undefined) throw new WireError('contents', 'a list')
  return body
}

/** `:countTokens`. Source: Gemini API reference, 2026. */
export const count: ClientCount & VendorCount = {
  unwrap: readCountRequest,
  write: (totalTokens) => ({ totalTokens }),
  read: ({ totalTokens }) => countOf(totalTokens),
  // Only there may instructions and tools accompany the contents.
  ask: (body, model) => ({ generateContentRequest: { ...body, model: `models/${model}` } }),
}
