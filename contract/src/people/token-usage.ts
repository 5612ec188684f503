import { z } from 'zod'

/** What a token was given and has left, in the shape of this family: quota units. Source: new-api, `GET /api/usage/token`, 2026. */
export const TokenUsage = z.object({
  object: z.literal('token_usage'),
  name: z.string(),
  /** What was used and what is left. */
  total_granted: z.number().int(),
  total_used: z.number().int(),
  /** Of an unlimited token it says nothing. */
  total_available: z.number().int(),
  unlimited_quota: z.boolean(),
  /** The models that it may use, each `true`; empty: any, where they are not limited. */
  model_limits: z.record(z.string(), z.boolean()),
  model_limits_enabled: z.boolean(),
  /** Unix seconds; 0: never. */
  expires_at: z.number().int(),
})
export type TokenUsage = z.infer<typeof TokenUsage>
