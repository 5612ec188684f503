import { isObject, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import { readErrorObject } from '../../openai/error.ts'
import type { UpstreamError } from '../dialect.ts'

type Failure = Omit<UpstreamError, 'status'>

/**
 * How a stream reports a failure: `error` as OpenAI's libraries throw it, with the fields of the reference and those that OpenAI
 * sends, one inside the other.
 */
export function errorEvent({ message, type, code, param }: Failure): JsonObject {
  const fields = { code: code ?? null, message, param: param ?? null }
  return { ...fields, error: { type: type ?? 'server_error', ...fields } }
}

/** The `error` of a failed response. */
export function responseError({ message, code, type }: Failure): JsonObject {
  return { code: code ?? type ?? 'server_error', message }
}

/**
 * The frames of a failure where nothing is known of the response: `error` makes OpenAI's libraries throw, and Codex reads nothing but
 * `response.failed`.
 */
export function failureFrames(error: Failure): Frame[] {
  return [frame('error', { sequence_number: 0, ...errorEvent(error) }), failedFrame(error, undefined, 1)]
}

/**
 * What a stream that failed lacks after these frames of the vendor's: Codex reads nothing but `response.failed`, which some vendors leave out.
 *
 * @param first a frame of the same stream with its response
 */
export function failureRest(sent: readonly Frame[], first: Frame | undefined): Frame[] {
  const events = sent.map(({ data }) => (data === undefined ? undefined : parseJson(data))).filter(isObject)
  const failed = events.find((event) => event.type === 'error' || isObject(event.error))
  if (failed === undefined || events.some(({ type }) => type === 'response.failed')) return []
  const begun = first?.data === undefined ? undefined : parseJson(first.data)
  const response = isObject(begun) && isObject(begun.response) ? begun.response : undefined
  const at = typeof failed.sequence_number === 'number' ? failed.sequence_number + 1 : 1
  return [failedFrame(readErrorObject(isObject(failed.error) ? failed.error : flatError(failed)), response, at)]
}

/** The error that an event is: the type is the event's. */
export function flatError({ type: _, ...error }: JsonObject): JsonObject {
  return error
}

const NOTHING = { id: '', object: 'response', created_at: 0, incomplete_details: null, model: '', output: [], usage: null }

function failedFrame(error: Failure, begun: JsonObject | undefined, sequence_number: number): Frame {
  return frame('response.failed', { sequence_number, response: { ...NOTHING, ...begun, status: 'failed', error: responseError(error) } })
}

function frame(type: string, fields: JsonObject): Frame {
  return { event: type, data: JSON.stringify({ type, ...fields }) }
}
