import type { UpstreamError } from '../chat/dialect.ts'
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { normalizeStatus, waitSeconds } from '../failure-facts.ts'
import { cloudError, failureWords, refusalInBase, refusalInDetail, reportedWords, reportIn } from '../failure-words.ts'

/** The failure that a vendor's body reports; without words of the vendor's the status speaks. Source: server-behaviour 1.2, "Upstream error parsing". */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return { status, message: failureWords(body) ?? `bad response status code ${status}`, ...factsIn(body) }
}

/** The failure that a body with a good status reports, whatever its vendor; undefined where it says nothing of one. */
export function reportedError(body: Json | undefined): ReportedError | undefined {
  const root = reportIn(body)
  const message = reportedWords(root)
  if (message === undefined || !isObject(root)) return undefined
  return defined({ ...factsIn(root), message, status: normalizeStatus(isObject(root.error) ? root.error : root) })
}

/** A failure whose status is known only as far as it says so itself. */
export type ReportedError = Omit<UpstreamError, 'status'> & { readonly status?: number }

/** What a body says of a failure besides its words. */
function factsIn(body: Json | undefined): Omit<Partial<UpstreamError>, 'status' | 'message'> {
  const root = reportIn(body)
  if (!isObject(root)) return {}
  const [first] = Array.isArray(root.errors) ? root.errors : []
  const response = isObject(root.response) ? root.response.error : undefined
  const places = [root.error, response, refusalInBase(root), cloudError(root), first, refusalInDetail(root)]
  const error = places.find((place): place is JsonObject => isObject(place)) ?? root
  const { type, ...facts } = wordsOf(error)
  // A problem's type is the address of a page (RFC 9457).
  const ownType = error.title === undefined ? type : undefined
  return defined({ ...facts, type: ownType, innerError: filtersIn(error.innererror), retryAfterSeconds: waitSeconds(error) })
}

/** An error object: its message, type, code and param, and how long to wait, as far as they are there. Codes that are numbers become text. */
export function readErrorObject(error: JsonObject): Omit<UpstreamError, 'status'> {
  const message = failureWords(error) ?? 'the upstream reported an error'
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
