// How api.x.ai refuses: `{code, error}`, both of them texts; a body of the wrong structure with a bare text.
import type { Json } from '../../../src/json.ts'

export type Complaint = { status: number; body: Json }

/** A request that is well formed and cannot be served. */
export const invalidArgument = (error: string): Complaint => ({ status: 400, body: { code: 'invalid-argument', error } })
