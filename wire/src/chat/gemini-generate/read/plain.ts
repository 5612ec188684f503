// What most of a conversation is: contents of texts, calls and results that say nothing but what every dialect has words for. Such are
// looked at in place, which a long history is read twice as fast by; everything else goes by the readers of single fields.
import { isObject, type Json, type JsonArray } from '../../../encoding/json.ts'
import type { Extras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import type { IdSource } from '../call-ids.ts'
import { NAME } from '../name.ts'
import { withSignature } from '../signature.ts'

/** A content of nothing but its role and its parts. */
export interface PlainContent {
  readonly role: 'model' | 'user'
  readonly parts: JsonArray
}

/** A content that has a usual role and parts, and nothing else; undefined for any other. */
export function plainContent(value: Json): PlainContent | undefined {
  if (!isObject(value)) return undefined
  for (const key in value) if (key !== 'role' && key !== 'parts') return undefined
  const { role, parts } = value
  return (role === 'model' || role === 'user') && Array.isArray(parts) ? { role, parts } : undefined
}

/** A text, a call or a result, signed or not, without any other field; undefined for any other part. */
export function plainPart(value: Json, ids: IdSource): Part | undefined {
  if (!isObject(value)) return undefined
  let kind: string | undefined
  for (const key in value) {
    if (key === 'thoughtSignature') continue
    if (kind !== undefined) return undefined
    kind = key
  }
  const signature = value.thoughtSignature
  if (signature !== undefined && typeof signature !== 'string') return undefined
  switch (kind) {
    case 'text':
      return typeof value.text === 'string' ? withSignature({ kind: 'text', text: value.text }, signature) : undefined
    case 'functionCall':
      return plainCall(value.functionCall, signature, ids)
    case 'functionResponse':
      return plainResult(value.functionResponse, signature, ids)
    default:
      return undefined
  }
}

function plainCall(call: Json | undefined, signature: string | undefined, ids: IdSource): Part | undefined {
  if (!isObject(call)) return undefined
  for (const key in call) if (key !== 'name' && key !== 'args' && key !== 'id') return undefined
  const { id, name, args } = call
  if (typeof id !== 'string' || typeof name !== 'string' || !isObject(args)) return undefined
  return withSignature({ kind: 'tool-call', id: ids.call(name, id), name, argumentsText: JSON.stringify(args) }, signature)
}

/** A result under the key that Google's models know, not in another form. */
const PLAIN_RESULT: Extras = { dialect: NAME, spellings: { response: 'output' } }

function plainResult(result: Json | undefined, signature: string | undefined, ids: IdSource): Part | undefined {
  if (!isObject(result)) return undefined
  for (const key in result) if (key !== 'name' && key !== 'response' && key !== 'id') return undefined
  const { id, name, response } = result
  if (typeof id !== 'string' || typeof name !== 'string' || !isObject(response)) return undefined
  for (const key in response) if (key !== 'output') return undefined
  const text = response.output
  if (typeof text !== 'string' || text === '') return undefined
  const toolCallId = ids.result(name, id)
  return withSignature(
    { kind: 'tool-result', toolCallId, parts: [{ kind: 'text', text }], toolName: name, extras: PLAIN_RESULT },
    signature,
  )
}
