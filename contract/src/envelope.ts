// Every console answer: `success`, `message` (empty when all is well) and `data`. Source: specification §7, server-behaviour 1.1.
import { z } from 'zod'

export interface Envelope<Data = unknown> {
  readonly success: boolean
  readonly message: string
  readonly data?: Data
  /** Which error it was, for programs; absent on success. */
  readonly code?: string
  readonly request_id?: string
  /** Where a refused form was wrong: field name to message. */
  readonly fields?: Readonly<Record<string, string>>
}

/** The schema of an envelope around `data`, for OpenAPI. */
export function envelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.boolean(), message: z.string(), data })
}
