import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { normalizeStatus, waitInDetails } from '../../failure-facts.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'

/** google.rpc's words for a failure, by the HTTP status that carries them. Source: google/rpc/code.proto. */
const statusWords: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}
const httpStatuses: Readonly<Record<string, number>> = {
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  UNAUTHENTICATED: 401,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
}

/**
 * The failure that Google's body reports, alone or as the one element of a list. `type` is google.rpc's word, `code` the reason that the
 * details give (`API_KEY_INVALID`), `param` the field that is wrong.
 *
 * Without a status that is a failure (a body inside a 200) Google's own counts.
 */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const root = Array.isArray(body) ? body[0] : body
  const error = isObject(root) ? root.error : undefined
  if (isObject(error)) {
    const found = readErrorObject(error)
    const own = statusOfError(error)
    const message = found.message === '' ? `bad response status code ${status}` : found.message
    return defined({ status: status >= 400 ? status : (own ?? 500), ...found, message, retryAfterSeconds: retryDelaySeconds(body) })
  }
  return { status, message: failureWords(root) ?? `bad response status code ${status}` }
}

/** An error object: its message, google.rpc's word for it, the reason and the field that its details name. */
export function readErrorObject(error: JsonObject): { message: string; type?: string; code?: string; param?: string } {
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : []
  const reason = details.map((each) => each.reason).find((each) => typeof each === 'string')
  const violations = details.flatMap((each) => (Array.isArray(each.fieldViolations) ? each.fieldViolations.filter(isObject) : []))
  const field = violations.map((each) => each.field).find((each) => typeof each === 'string')
  return defined({
    message: typeof error.message === 'string' ? error.message : '',
    type: word(error.status),
    code: word(reason) ?? (error.status === undefined ? word(error.code) : undefined),
    param: word(field),
  })
}

/** The body and status in which this dialect refuses a call. */
export function writeError(error: UpstreamError): { status: number; body: JsonObject } {
  return { status: error.status, body: errorBody(error) }
}

/** `{"error":{…}}` with google.rpc's word for the status; further fields of another dialect's error go into the details. */
export function errorBody({ status, message, type, code, param }: UpstreamError): JsonObject {
  const isOwn = type !== undefined && Object.hasOwn(httpStatuses, type)
  const details: Json[] = []
  // A number is the status again.
  const named = code !== undefined && Number.isNaN(Number(code)) ? code : undefined
  const reason = named ?? (isOwn ? undefined : type)
  if (reason !== undefined) details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason })
  if (param !== undefined) {
    const fieldViolations = [{ field: param, description: message }]
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations })
  }
  return { error: { code: status, message, status: isOwn ? type : wordOf(status), ...(details.length > 0 && { details }) } }
}

/** The status that an error object stands for: its code, else that of google.rpc's word; undefined where neither says. */
export function statusOfError(error: JsonObject): number | undefined {
  return normalizeStatus(error) ?? (typeof error.status === 'string' ? httpStatuses[error.status] : undefined)
}

/** The HTTP status of a failure inside a stream, which has none of its own. */
export function statusOfFailure(failure: { status?: number; type?: string; code?: string }): number {
  const number = failure.status ?? Number(failure.code)
  if (Number.isInteger(number) && number >= 400 && number < 600) return number
  return (failure.type === undefined ? undefined : httpStatuses[failure.type]) ?? 500
}

/** Seconds to wait before the next try, as Google's body has them: there is no header. Undefined where it has none. */
export function retryDelaySeconds(body: Json | undefined): number | undefined {
  const root = Array.isArray(body) ? body[0] : body
  return isObject(root) && isObject(root.error) ? waitInDetails(root.error) : undefined
}

function wordOf(status: number): string {
  return statusWords[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')
}

function word(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
