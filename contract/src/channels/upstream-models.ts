import { z } from 'zod'

/** A model that enabled channels sell and that its maker ends soon. */
export const EndingModel = z.object({
  /** As it is sold, with the channel's prefix. */
  model: z.string(),
  /** The last day, `YYYY-MM-DD`. */
  ends_on: z.string(),
  days_left: z.number().int(),
  /** What its maker names in its place; empty: nothing. */
  successor: z.string(),
  calls_last_week: z.number().int(),
  channels: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type EndingModel = z.infer<typeof EndingModel>
