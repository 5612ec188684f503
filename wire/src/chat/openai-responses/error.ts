import type { JsonObject } from '../../json.ts'
import type { Frame } from '../../sse.ts'
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
  const response = {
    id: '',
    object: 'response',
    created_at: 0,
    status: 'failed',
    error: responseError(error),
    incomplete_details: null,
    model: '',
    output: [],
    usage: null,
  }
  return [frame('error', { sequence_number: 0, ...errorEvent(error) }), frame('response.failed', { sequence_number: 1, response })]
}

function frame(type: string, fields: JsonObject): Frame {
  return { event: type, data: JSON.stringify({ type, ...fields }) }
}
