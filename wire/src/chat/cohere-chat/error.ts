import { isObject, type Json } from '../../encoding/json.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'

/** The failure in Cohere's body, `{"id","message"}`, or in that of a proxy before it. Source: Cohere docs, "Errors". */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return { status, message: failureWords(body) ?? `bad response status code ${status}` }
}

/** The words of a failure: Cohere's `message`, or the `error` of a proxy; undefined where there are none. */
export function errorText(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined
  const inner = isObject(body.error) ? body.error.message : body.error
  return [body.message, inner, body.detail].find((each): each is string => typeof each === 'string' && each !== '')
}
