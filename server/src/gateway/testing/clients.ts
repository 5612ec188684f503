// Calls of all four dialects, with and without a maximum, on sockets of their own.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { type CallFacts, type CallOptions, call } from '../../testing/client.ts'
import { type Door, doors } from '../clients/testing/doors.ts'

export interface TestRequest {
  readonly dialect: DialectName
  readonly model: string
  readonly prompt: string
  readonly isStream: boolean
  /** Absent: none is named. */
  readonly maxOutputTokens?: number
  /** Further fields of the body. */
  readonly more?: Readonly<Record<string, unknown>>
}

export function doorOf(dialect: DialectName): Door {
  const door = doors.find((one) => one.dialect === dialect)
  if (!door) throw new Error(`no client speaks ${dialect}`)
  return door
}

/** The body of a call, in its client's dialect. */
export function bodyOf({ dialect, model, prompt, isStream, maxOutputTokens, more }: TestRequest): Record<string, unknown> {
  const { max_tokens: _, ...body } = doorOf(dialect).body(model, prompt, isStream) as Record<string, unknown>
  return { ...body, ...maximumOf(dialect, model, maxOutputTokens), ...more }
}

function maximumOf(dialect: DialectName, model: string, maximum: number | undefined): object {
  if (maximum === undefined) return {}
  if (dialect === 'gemini-generate') return { generationConfig: { maxOutputTokens: maximum } }
  if (dialect === 'openai-responses') return { max_output_tokens: maximum }
  return dialect === 'openai-chat' && /^o\d|gpt-5/.test(model) ? { max_completion_tokens: maximum } : { max_tokens: maximum }
}

/** Makes the call. */
export function send(
  url: string,
  key: string,
  testRequest: TestRequest,
  options: Omit<CallOptions, 'body' | 'method'> = {},
): Promise<CallFacts> {
  return call(url + doorOf(testRequest.dialect).path(testRequest.model, testRequest.isStream), {
    timeoutMs: 60_000,
    ...options,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...options.headers },
    body: bodyOf(testRequest),
  })
}

/** The maximum in a body that went to a vendor, whichever dialect it is in. */
export function maximumIn(body: unknown): number | undefined {
  const fields = body as Record<string, unknown>
  const config = (fields.generationConfig ?? {}) as Record<string, unknown>
  const found = fields.max_completion_tokens ?? fields.max_tokens ?? fields.max_output_tokens ?? config.maxOutputTokens
  return typeof found === 'number' ? found : undefined
}
