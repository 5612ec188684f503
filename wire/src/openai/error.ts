import type { UpstreamError } from '../chat/dialect.ts'
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { normalizeStatus, waitSeconds } from '../failure-facts.ts'

/**
 * The failure that a vendor's body reports.
 *
 * The words are looked for in `error.message`, then in the places where other vendors put them; without any the status speaks.
 * Source: server-behaviour 1.2, "Upstream error parsing".
 */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return { status, message: detailOf(body) ?? `bad response status code ${status}`, ...errorIn(body) }
}

/** `{"detail": …}`, as servers made with FastAPI refuse: a text, or a list of what is wrong. Jina, Xinference and vLLM are such. */
function detailOf(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined
  const first = Array.isArray(body.detail) ? body.detail[0] : undefined
  return [body.detail, isObject(first) ? first.msg : undefined].find(isText)
}

/** The failure that a body with a good status reports, whatever its vendor; undefined where it says nothing of one. */
export function reportedError(body: Json | undefined): ReportedError | undefined {
  const found = errorIn(body)
  const root = Array.isArray(body) ? body[0] : body
  if (found?.message === undefined || !isObject(root)) return undefined
  const status = normalizeStatus(isObject(root.error) ? root.error : root)
  return defined({ ...found, message: found.message, status })
}

/** A failure whose status is known only as far as it says so itself. */
export type ReportedError = Omit<UpstreamError, 'status'> & { readonly status?: number }

function errorIn(body: Json | undefined): Partial<Omit<UpstreamError, 'status'>> {
  const root = Array.isArray(body) && isObject(body[0]) ? body[0] : body
  if (!isObject(root)) return {}
  const error = root.error
  if (isObject(error) && isText(error.message)) return readErrorObject(error)
  const header = isObject(root.header) ? root.header.message : undefined
  const first = Array.isArray(root.errors) && isObject(root.errors[0]) ? root.errors[0] : undefined
  const response = isObject(root.response) && isObject(root.response.error) ? root.response.error : undefined
  const refusal = refusalInBase(root)
  const candidates = [error, root.message, root.msg, root.err, root.error_msg, refusal?.message, header, response?.message, first?.message]
  const details = isObject(error) ? error : (response ?? refusal ?? first ?? root)
  return defined({ message: candidates.find(isText), ...wordsOf(details), retryAfterSeconds: waitSeconds(details) })
}

/** What MiniMax refuses with a good status; a code of 0 is no refusal. */
export function refusalInBase({ base_resp: base }: JsonObject): JsonObject | undefined {
  if (!isObject(base) || typeof base.status_code !== 'number' || base.status_code === 0) return undefined
  return { message: base.status_msg ?? '', code: String(base.status_code) }
}

/** An error object: its message, type, code and param, and how long to wait, as far as they are there. Codes that are numbers become text. */
export function readErrorObject(error: JsonObject): Omit<UpstreamError, 'status'> {
  const message = isText(error.message) ? error.message : 'the upstream reported an error'
  return defined({ message, ...wordsOf(error), innerError: filtersIn(error.innererror), retryAfterSeconds: waitSeconds(error) })
}

/** What Azure's filters found, beside a refusal. Source: Microsoft, "Content filtering" of Azure OpenAI, 2026. */
function filtersIn(inner: Json | undefined): JsonObject | undefined {
  if (!isObject(inner) || !isObject(inner.content_filter_result)) return undefined
  return { ...(isText(inner.code) ? { code: inner.code } : {}), content_filter_result: inner.content_filter_result }
}

function wordsOf(error: JsonObject) {
  return { type: word(error.type), code: word(error.code), param: word(error.param) }
}

/** The body and status in which this dialect refuses a call. */
export function writeError(error: UpstreamError): { status: number; body: JsonObject } {
  return { status: error.status, body: errorBody(error) }
}

/** The statuses of requests that are wrong in themselves. */
const WRONG_REQUEST: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422])

/** `{"error":{…}}`, with all four fields: clients read them without asking whether they are there. */
export function errorBody(error: Omit<UpstreamError, 'status'> & { readonly status?: number }): JsonObject {
  const { status, message, param, code, innerError } = error
  const type = error.type ?? (WRONG_REQUEST.has(status) ? 'invalid_request_error' : 'upstream_error')
  return { error: { message, type, param: param ?? null, code: code ?? null, ...(innerError && { innererror: innerError }) } }
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

function word(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return isText(value) ? value : undefined
}
