import { isObject, type Json } from '../../encoding/json.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'

/** The failure in Ollama's body: `{"error": "…"}`. */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return { status, message: failureWords(body) ?? `bad response status code ${status}` }
}

/** The words of a failure, in a body or in a line of a stream; undefined where there are none. A proxy may wrap them in an object. */
export function errorText(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined
  const words = isObject(body.error) ? body.error.message : body.error
  return typeof words === 'string' && words !== '' ? words : undefined
}
