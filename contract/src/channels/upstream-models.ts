import { z } from 'zod'
import { exactText } from '../values/pasted.ts'
import { TestFailure } from './channel.ts'

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

/** One that tokens are limited to, with the calls of their owner. */
export const EndingTokenModel = EndingModel.omit({ channels: true }).extend({
  tokens: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type EndingTokenModel = z.infer<typeof EndingTokenModel>

/** What can differ between a channel and the list of its vendor. `retired`: gone, and its maker had ended it. */
export const differenceKinds = ['added', 'gone', 'renamed', 'retired'] as const

/** One difference. */
export const UpstreamDifference = z.object({
  /** What it is known by within its channel. */
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** The vendor's name of the model. */
  model: z.string(),
  /** Of `renamed`: its name now; else empty. */
  to: z.string(),
  /** The last day that its maker announced, `YYYY-MM-DD`; empty: none. */
  ends_on: z.string(),
  /** What its maker names in its place; empty: nothing. */
  successor: z.string(),
  is_ignored: z.boolean(),
})
export type UpstreamDifference = z.infer<typeof UpstreamDifference>

/** What is applied without being reviewed. */
export const AlwaysApplied = z.object({ added: z.boolean(), gone: z.boolean() })
export type AlwaysApplied = z.infer<typeof AlwaysApplied>

/** A channel beside the list of its vendor. */
export const UpstreamReview = z.object({
  channel_id: z.number().int(),
  channel_name: z.string(),
  /** When the list was last read, unix seconds; 0: never. */
  looked_at: z.number().int(),
  /** Models on it. */
  listed: z.number().int(),
  /** Why it could not be read since, and when, unix seconds; null: it could. */
  failure: TestFailure.nullable(),
  failed_at: z.number().int(),
  /** The list was empty, or more than half of the models were not on it: nothing of it is applied without a review. */
  is_doubtful: z.boolean(),
  always: AlwaysApplied,
  differences: z.array(UpstreamDifference),
})
export type UpstreamReview = z.infer<typeof UpstreamReview>

/** Differences of a channel, by their ids. */
export const ChosenDifferences = z
  .array(z.object({ channel_id: z.number().int(), differences: z.array(exactText().max(600)).max(5000) }))
  .min(1)
  .max(1000)
export type ChosenDifferences = z.infer<typeof ChosenDifferences>
