// The two forms in which api.mistral.ai refuses: 422 with the places in the body, and 400 with a message.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import type { Path } from '../shape.ts'

export type Complaint = { status: number; body: JsonObject }

type Detail = { type: string; loc: Path; msg: string; input: Json }

/** A body of the wrong structure. The message is an object here. */
export function invalid({ type, loc, msg, input }: Detail): Complaint {
  const message = { detail: [{ type, loc: [...loc], msg, input }] }
  return { status: 422, body: { object: 'error', message, type: 'invalid_request_error', param: null, code: null, raw_status_code: 422 } }
}

/** A request that is well formed and cannot be served. */
export function refused(message: string, type = 'invalid_request_error', code: string | null = null): Complaint {
  return { status: 400, body: { object: 'error', message, type, param: null, code, raw_status_code: 400 } }
}

export const unauthorized: Complaint = { status: 401, body: { detail: 'Unauthorized' } }
