import { z } from 'zod'
import { pageSchema } from '../values/page.ts'

/** A kind of error is identified by its fingerprint: 32 hexadecimal digits. */
const ErrorId = z
  .string()
  .length(32)
  .regex(/^[\da-f]{32}$/)

/** Unexpected errors of the server of one kind, on all nodes together. Nothing that a caller sent is in it. */
export const ServerError = z.object({
  id: ErrorId,
  /** What failed, in the words of the log. */
  place: z.string(),
  /** The class of the error; empty: the log names none. */
  name: z.string(),
  /** That of the system, a driver or the runtime; empty: it has none. */
  code: z.string(),
  /** Without secrets and without whatever it quotes. */
  message: z.string(),
  /** Frames, one a line, without the folders of the machine. */
  stack: z.string(),
  times: z.number().int(),
  /** Of these, how often since it was last marked as seen. */
  unseen: z.number().int(),
  /** Unix seconds. */
  first_at: z.number().int(),
  last_at: z.number().int(),
  /** Which node met it last, and in which version. */
  node: z.string(),
  version: z.string(),
  /** Of the last call that met it; empty: no call did. */
  request_id: z.string(),
})
export type ServerError = z.infer<typeof ServerError>

export const ServerErrorPage = pageSchema(ServerError).extend({
  /** Kinds that came up since they were last marked as seen. */
  unseen: z.number().int(),
  /** Unix seconds of the newest of all; 0: there is none. */
  newest_at: z.number().int(),
})

export const SeenErrors = z.object({
  /** Absent: all kinds. */
  id: ErrorId.optional(),
  /** Unix seconds: what came up after it is left as it is, for nobody has read of it yet. */
  until: z.number().int().nonnegative(),
})

/** One that is not of this form is not there. */
export const byErrorKind = z.object({ kind: z.string().max(32) })
