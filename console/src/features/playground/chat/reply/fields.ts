import type { ChatFailure } from '../message.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Is it a JSON object? */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error of the stream or of a refused call, in the server's words; the request id in them is shown apart. */
export function failureOf(error: unknown): ChatFailure {
  if (!isFields(error)) return { message: String(error), code: '' }
  const message = typeof error.message === 'string' ? error.message.replace(/\s*\(request id: [^)]*\)\s*$/, '') : JSON.stringify(error)
  return { message, code: typeof error.code === 'string' ? error.code : '' }
}
