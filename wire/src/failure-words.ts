// Where vendors say why they refuse. Each has a place of its own for it, and servers of other makers stand before them. Sources: OpenAI, "Error
// codes"; FastAPI, "Handling Errors"; Mistral's OpenAPI document, HTTPValidationError; RFC 9457; ElevenLabs, "Error messages"; Cloudflare, Tencent Cloud, Volcengine and MiniMax, API
// references, errors; Baidu Qianfan v1 (`error_msg`), Spark (`header`).
import { isObject, type Json, type JsonObject } from './encoding/json.ts'

/** Values inside one another that are looked through at most: no vendor needs more. */
const MAX_DEPTH = 4
/** Faults of a list that are told at most. */
const MAX_FAULTS = 3

/** What a body says of a failure: some vendors put it into a list of one. */
export const reportIn = (body: Json | undefined): Json | undefined => (Array.isArray(body) ? body[0] : body)

/** The words of a vendor's refusal; undefined where the body has none. */
export function failureWords(body: Json | undefined): string | undefined {
  const root = reportIn(body)
  return reportedWords(root) ?? wordsOf(root, 0)
}

/** The words of a failure in a body whose status is good: only from places that no answer has. */
export function reportedWords(root: Json | undefined): string | undefined {
  if (!isObject(root)) return undefined
  for (const value of reportPlaces(root)) {
    const words = wordsOf(value, 1)
    if (words !== undefined) return words
  }
  return undefined
}

function reportPlaces(root: JsonObject): (Json | undefined)[] {
  const { error, message, msg, err, error_msg, errors, header, response } = root
  return [
    error,
    message,
    msg,
    err,
    error_msg,
    refusalInBase(root),
    isObject(header) && header.message,
    errorAt(response),
    cloudError(root),
    errors,
  ]
}

function errorAt(response: Json | undefined): Json | undefined {
  return isObject(response) ? response.error : undefined
}

/** What Tencent Cloud rejects with a good status, and what Volcengine's gateway rejects. */
export function cloudError({ Response: response, ResponseMetadata: metadata }: JsonObject): JsonObject | undefined {
  const report = isObject(response) ? response : metadata
  if (!isObject(report) || !isObject(report.Error)) return undefined
  const { Message: message = '', Code: code = '' } = report.Error
  return { message, code }
}

/** What MiniMax refuses with a good status; a code of 0 is no refusal. */
export function refusalInBase({ base_resp: base }: JsonObject): JsonObject | undefined {
  if (!isObject(base) || typeof base.status_code !== 'number' || base.status_code === 0) return undefined
  return { message: base.status_msg ?? '', code: String(base.status_code) }
}

/** What ElevenLabs refuses; older refusals have the code as `status`. */
export function refusalInDetail({ detail }: JsonObject): JsonObject | undefined {
  return isObject(detail) && typeof detail.message === 'string' ? { ...detail, code: detail.code ?? detail.status ?? null } : undefined
}

/** The words of a value: a text, all that a list finds wrong, or the first of an object's places that has any. */
function wordsOf(value: Json | undefined, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const faults = value.slice(0, MAX_FAULTS).map((fault) => faultOf(fault, depth + 1))
    return faults.filter((words) => words !== undefined).join('; ') || undefined
  }
  const { message, msg, error, title, detail, errorMessage } = value
  for (const place of [message, msg, error, detail, errorMessage, title]) {
    const words = wordsOf(place, depth + 1)
    if (words === undefined) continue
    return place === detail && typeof title === 'string' && title !== '' ? `${title}: ${words}` : words
  }
  return undefined
}

/** One fault of a list, after its place in the body, as pydantic names both. */
function faultOf(fault: Json, depth: number): string | undefined {
  const words = wordsOf(fault, depth)
  if (words === undefined || !isObject(fault) || !Array.isArray(fault.loc)) return words
  const path = fault.loc.filter((step, at) => at > 0 || step !== 'body').join('.')
  return path === '' ? words : `${path}: ${words}`
}
