import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'
import type { ReplyFailed } from '../reply/event.ts'
import { ownExtras } from '../request/extras.ts'
import { NAME } from './name.ts'

/** The vendor's word for a failure, by the status that it comes with. Source: Anthropic's page "Errors". */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** The failure that a vendor's body reports: `{"type":"error","error":{…}}`, or the body of a proxy in between. */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const root = Array.isArray(body) ? body[0] : body
  const message = failureWords(root) ?? `bad response status code ${status}`
  if (!isObject(root)) return { status, message }
  const error = isObject(root.error) ? root.error : root
  const type = error === root && root.type === 'error' ? undefined : word(error.type)
  return defined({ status, message, type, code: word(error.code), param: word(error.param) })
}

/** The body and status in which this dialect refuses a call. */
export function writeError(error: UpstreamError): { status: number; body: JsonObject } {
  return { status: error.status, body: { ...errorBody(error), ...(error.requestId !== undefined && { request_id: error.requestId }) } }
}

/**
 * `{"type":"error","error":{"type","message"}}`. The type is the vendor's own word where the failure has one, else that of the status; the
 * clients of this dialect decide by it whether to try again. `invalid_request_error` is other dialects' word for much that has one of its
 * own here, such as a request that is too large.
 *
 * @param status without one, as in a reply that had begun, the failure is the server's
 */
export function errorBody({ message, type, status }: { message: string; type?: string; status?: number }): JsonObject {
  const isKnown = type !== undefined && Object.values(types).includes(type)
  const isVague = type === types[400] && status !== undefined && types[status] !== undefined
  return { type: 'error', error: { type: isKnown && !isVague ? type : typeOf(status ?? 500), message } }
}

/** A failure inside a reply as a body: the vendor's own as it came; another's numeric code is as good as a status. */
export function failureBody(failure: ReplyFailed): JsonObject {
  const body = ownExtras(NAME, failure)?.originals?.body
  if (isObject(body)) return body
  const { message, type, code } = failure
  const status = failure.status ?? Number(code)
  return errorBody(defined({ message, type, status: status >= 400 && status < 600 ? status : undefined }))
}

function typeOf(status: number): string {
  return types[status] ?? (status >= 500 ? (status === 503 ? 'overloaded_error' : 'api_error') : 'invalid_request_error')
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

function word(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return isText(value) ? value : undefined
}
