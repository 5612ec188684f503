// What a change of prices would mean, and prices from elsewhere to compare one's own with. Neither changes anything.
import { z } from 'zod'
import { Quota } from '../money/quota.ts'

export const SIMULATED_DAYS_MAX = 90
export const SIMULATED_DAYS_DEFAULT = 7

const difference = { calls: z.number().int(), before: Quota, after: z.number().int() }

/** The last days charged again at other prices. Quota units. */
export const PriceSimulation = z.object({
  /** Unix seconds. */
  from: z.number().int(),
  to: z.number().int(),
  /** Calls that were charged again. */
  calls: z.number().int(),
  /** What they were charged, and what they would be. */
  before: Quota,
  after: z.number().int(),
  /** What the vendors' prices make of these calls, as far as it is known; null where nothing is known. */
  cost: z.number().int().nullable(),
  /** Calls of which it is known. */
  cost_calls: z.number().int(),
  /** Those whose row does not say enough to charge them again, and what they were charged; they are in neither sum. */
  skipped: z.object({ calls: z.number().int(), before: Quota }),
  /** The limit of rows was reached: only the newest calls were charged again, from `from` on. */
  is_partial: z.boolean(),
  /** Models whose sum changes, the greatest change first; at most 100. */
  models: z.array(z.object({ model: z.string(), ...difference })),
  /** Users whose sum changes, the greatest relative rise first; at most 100. */
  users: z.array(z.object({ user_id: z.number().int(), username: z.string(), ...difference })),
  users_total: z.number().int(),
  /** Users who would pay over 10 % more. */
  users_over_10_percent: z.number().int(),
  /** Models without a price of their own after the change, with what happens to their calls. */
  unpriced: z.array(z.object({ model: z.string(), calls: z.number().int(), rule: z.enum(['fallback', 'unset', 'refused']) })),
  took_ms: z.number().int(),
})
export type PriceSimulation = z.infer<typeof PriceSimulation>

/**
 * The lists of ratios at the host of the option PriceSourceAddress, each with its files. Models that have no ratio here stand in a comparison
 * with null as their present one, so that a screen can fill these alone. Source: specification §7.
 */
export const presetPriceLists = [
  { id: 'flexible', files: ['prompt', 'completion'] },
  { id: 'openrouter', files: ['prompt', 'completion'] },
  { id: 'mixed', files: ['prompt', 'completion'] },
  { id: 'legacy', files: ['completion'] },
] as const

/** A list of prices that the server can fetch. */
export const PriceSource = z.object({ id: z.string(), name: z.string(), address: z.string() })
export type PriceSource = z.infer<typeof PriceSource>

/** What a source says of one setting of one model; null in `now`: not set here. Numbers as their setting has them. */
export const ProposedPrice = z.object({
  model: z.string(),
  prices: z.array(z.object({ key: z.string(), now: z.number().nullable(), proposed: z.number() })),
  /** Dollars per call that are set here: while they are, ratios have no effect. Absent: none. */
  fixed_price: z.number().optional(),
})
export type ProposedPrice = z.infer<typeof ProposedPrice>

/** What a source has that is different here. Nothing was changed. */
export const PriceProposal = z.object({
  source: z.string(),
  /** Unix seconds. */
  fetched_at: z.number().int(),
  /** Models of the source whose prices are the same here. */
  same: z.number().int(),
  /** Entries of the source that are no price. */
  unreadable: z.number().int(),
  models: z.array(ProposedPrice),
})
export type PriceProposal = z.infer<typeof PriceProposal>
