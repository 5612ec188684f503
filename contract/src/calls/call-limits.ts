// How often, how much and how many at once: limits on model calls that look back a minute, or at what is under way.
import { z } from 'zod'

const most = (value: number) => z.number().int().min(1).max(value)

/** Each absent key: no such limit. */
export const CallLimits = z.strictObject({
  /** Calls that begin within a minute, failed ones too. */
  requests_per_minute: most(100_000_000).optional(),
  /** Tokens of prompt and response within a minute. A call that is under way counts with what it may use. */
  tokens_per_minute: most(1_000_000_000_000).optional(),
  /** Calls under way at the same time. */
  calls_at_once: most(1_000_000).optional(),
})
export type CallLimits = z.infer<typeof CallLimits>

export const callLimitNames = ['requests_per_minute', 'tokens_per_minute', 'calls_at_once'] as const satisfies (keyof CallLimits)[]
