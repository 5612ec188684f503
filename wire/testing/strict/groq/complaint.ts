// How api.groq.com refuses: OpenAI's form, without the fields that say nothing.
import type { Json } from '../../../src/json.ts'

export type Complaint = { message: string; status?: number; param?: string; code?: string }

export function answer({ message, status = 400, param, code }: Complaint): { status: number; body: Json } {
  const error = { message, type: 'invalid_request_error', ...(param !== undefined && { param }), ...(code !== undefined && { code }) }
  return { status, body: { error } }
}
