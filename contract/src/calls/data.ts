// Usage sums for the dashboard. They are stored by the quarter of an hour, so every time range is counted in whole quarters.
import { z } from 'zod'

/** One model in one hour of UTC, as the dashboards of this family read it. Source: server-behaviour 8.4. */
export const UsageRow = z.object({
  /** A running number, not usable as a key. */
  id: z.number().int(),
  /** 0 and empty where the row is of all users together. */
  user_id: z.number().int(),
  username: z.string(),
  model_name: z.string(),
  /** Start of the hour, unix seconds. */
  created_at: z.number().int(),
  token_used: z.number().int(),
  count: z.number().int(),
  /** Quota units. */
  quota: z.number().int(),
})
export type UsageRow = z.infer<typeof UsageRow>

export const usageSteps = ['hour', 'day', 'week'] as const
export type UsageStep = (typeof usageSteps)[number]

/** The longest time ranges that a query may have, in days. */
export const MAX_USAGE_DAYS = { own: 30, everybody: 366, byTheHour: 31 } as const

/** How many models stand for themselves in a chart; the others are summed up. */
export const MAX_USAGE_MODELS = 9
/** How many models a ranking has, and how many users or channels. */
export const MAX_RANKED_MODELS = 50
export const MAX_RANKED = 10

/** By what models, users and channels are ordered, the largest first. */
export const usageOrders = ['quota', 'calls', 'tokens'] as const
export type UsageOrder = (typeof usageOrders)[number]

const sum = z.number().int()
const perStart = z.array(sum)

/** Quota in quota units; `prompt_tokens` are all input, cached or not. */
export const UsageSums = z.object({ quota: sum, calls: sum, prompt_tokens: sum, completion_tokens: sum })
export type UsageSums = z.infer<typeof UsageSums>

const ranked = { quota: sum, calls: sum, tokens: sum }

export const UsageOverview = z.object({
  /**
   * Where the hours, days or weeks begin, unix seconds: the first is the quarter of an hour in which the span begins, the others are those
   * of the zone. Days have 23 or 25 hours where the clock is changed.
   */
  starts: z.array(z.number().int()),
  step: z.enum(usageSteps),
  /** The site's, a name of the IANA time zone database. */
  zone: z.string(),
  /** Where the span began before usage was summed by the quarter of an hour: until when it was by whole hours of UTC, unix seconds; else null. */
  hours_until: z.number().int().nullable(),
  /** When this was counted, unix seconds. */
  as_of: z.number().int(),
  /** Seconds after which a screen refreshes. */
  refresh_seconds: z.number().int(),
  totals: UsageSums,
  /**
   * The span before of the same length. Of a span that is not over yet, as much is compared as has passed: this morning with yesterday
   * morning. A quarter of an hour that is cut by this counts for its share. Null: the span has not begun.
   */
  before: UsageSums.nullable(),
  /** Calls, and their tokens, in the last 60 seconds; null when calls are not logged. */
  rpm: z.number().int().nullable(),
  tpm: z.number().int().nullable(),
  /** One sum per start. The largest models in the requested order; then, with the model null, the sum of all others, if there are any. */
  models: z.array(z.object({ model: z.string().nullable(), quota: perStart, calls: perStart, tokens: perStart })),
  ranking: z.array(z.object({ model: z.string(), ...UsageSums.shape })),
  /** A token of the number 0 stands for calls from the console; a name is empty when its token or user is no more. */
  tokens: z.array(z.object({ token_id: z.number().int(), name: z.string(), user_id: z.number().int(), username: z.string(), ...ranked })),
  /**
   * Of one user's usage only: sums of the tokens that have a label, by their present labels. An empty name stands for what has none; nothing at
   * all where no token has one.
   */
  labels: z.array(z.object({ label: z.string(), ...ranked })).optional(),
  /** Since when tokens are counted, unix seconds, where the span begins before; else null. */
  ranked_since: z.number().int().nullable(),
  /** Of everybody's usage only. A name is empty when its user or channel is no more. */
  users: z.array(z.object({ user_id: z.number().int(), username: z.string(), ...ranked })).optional(),
  channels: z.array(z.object({ channel_id: z.number().int(), name: z.string(), ...ranked })).optional(),
})
export type UsageOverview = z.infer<typeof UsageOverview>
