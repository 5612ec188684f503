import { isObject, type JsonObject } from '../../encoding/json.ts'
import type { Dialect } from '../dialect.ts'

/** The edits that passthrough needs, on a body of this dialect. None of them checks the body. */
export const edit: Dialect['edit'] = {
  /** The model stands in the address. */
  model(body) {
    return body
  },

  /** The text takes the place of the system instruction's parts. */
  system(body, text) {
    const key = body.systemInstruction === undefined && body.system_instruction !== undefined ? 'system_instruction' : 'systemInstruction'
    const before: JsonObject = isObject(body[key]) ? body[key] : {}
    return { ...body, [key]: { ...before, parts: [{ text }] } }
  },

  /** Google always reports usage. */
  askForUsage(body) {
    return body
  },
}
