import { defined } from '../../defined.ts'
import { isObject, type Json } from '../../encoding/json.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'

/** The failure in a body: `{"code":"app_unavailable","message":"…","status":400}`. */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const code = isObject(body) ? body.code : undefined
  return defined({
    status,
    message: failureWords(body) ?? `bad response status code ${status}`,
    code: textOf(code),
  })
}

/** A text that is one, and not empty. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
