import { z } from 'zod'

/** `lost`: it was not heard of for twenty seconds, and has not ended in order. */
export const nodeStates = ['running', 'ending', 'ended', 'lost'] as const

/** One process that works on the database, or has done so within the last week. */
export const ServerNode = z.object({
  /** Tells the processes of one name apart. */
  id: z.string(),
  /** NODE_NAME, else the name of its machine. */
  name: z.string(),
  state: z.enum(nodeStates),
  /** Is it the one that answers this call? */
  is_this: z.boolean(),
  /** Empty: it has not told yet. */
  version: z.string(),
  /** Unix seconds. */
  started_at: z.number().int(),
  /** Unix seconds of its last sign. */
  seen_at: z.number().int(),
  live_calls: z.number().int(),
  /** Calls whose client has left, read to their end for the vendor's bill. */
  drains: z.number().int(),
  memory_bytes: z.number().int(),
  /** How late its event loop is. */
  delay_ms: z.number().int(),
  /** Does it hear what other nodes change? True where it is alone. */
  is_connected: z.boolean(),
})

export type ServerNode = z.infer<typeof ServerNode>
