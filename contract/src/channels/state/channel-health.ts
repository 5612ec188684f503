import { z } from 'zod'

/** The attempts of one slice of time: all, failed, slow. A failed one is not slow too. */
export const HealthSlice = z.tuple([z.number().int(), z.number().int(), z.number().int()])
export type HealthSlice = z.infer<typeof HealthSlice>

export const ChannelHealth = z.object({
  id: z.number().int(),
  /** Oldest first; the last one is now. */
  slices: z.array(HealthSlice),
})
export type ChannelHealth = z.infer<typeof ChannelHealth>

export const ChannelHour = z.object({
  slices: z.array(HealthSlice),
  calls: z.number().int(),
  failed: z.number().int(),
  slow: z.number().int(),
  /** 95 of 100 streams began within this many milliseconds of their request, accurate to 5 %; null without streams. */
  first_p95_ms: z.number().nullable(),
  /** Unix seconds since when attempts are counted: a server that was just started does not know the time before. */
  since: z.number().int(),
})
export type ChannelHour = z.infer<typeof ChannelHour>
