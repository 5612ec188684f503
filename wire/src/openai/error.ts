import type { UpstreamError } from '../chat/dialect.ts'
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'

/**
 * The failure that a vendor's body reports.
 *
 * The words are looked for in `error.message`, then in the places where other vendors put them; without any the status speaks.
 * Source: server-behaviour 1.2, "Upstream error parsing".
 */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const root = Array.isArray(body) && isObject(body[0]) ? body[0] : body
  if (!isObject(root)) return { status, message: `bad response status code ${status}` }
  const error = root.error
  if (isObject(error) && isText(error.message)) return { status, ...readErrorObject(error) }
  const header = isObject(root.header) ? root.header.message : undefined
  const response = isObject(root.response) && isObject(root.response.error) ? root.response.error : undefined
  const candidates = [error, root.message, root.msg, root.err, root.error_msg, header, response?.message]
  const message = candidates.find(isText) ?? `bad response status code ${status}`
  const details = isObject(error) ? error : (response ?? root)
  return defined({ status, message, type: word(details.type), code: word(details.code), param: word(details.param) })
}

/** An error object: its message, type, code and param, as far as they are there. Codes that are numbers become text. */
export function readErrorObject(error: JsonObject): { message: string; type?: string; code?: string; param?: string } {
  const message = isText(error.message) ? error.message : 'the upstream reported an error'
  return defined({ message, type: word(error.type), code: word(error.code), param: word(error.param) })
}

/** The body and status in which this dialect refuses a call. */
export function writeError(error: UpstreamError): { status: number; body: JsonObject } {
  return { status: error.status, body: errorBody(error) }
}

/** `{"error":{…}}`, with all four fields: clients read them without asking whether they are there. */
export function errorBody(error: Omit<UpstreamError, 'status'>): JsonObject {
  const { message, type, param, code } = error
  return { error: { message, type: type ?? 'upstream_error', param: param ?? null, code: code ?? null } }
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

function word(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return isText(value) ? value : undefined
}
