import { z } from 'zod'

/** What a model costs, as the pricing table shows it. Per-call entries have 0 in their ratios. Source: specification §3, server-behaviour 10.2. */
export const PricingEntry = z.object({
  model_name: z.string(),
  /** 1 per call, 0 per usage: `billingType`. */
  quota_type: z.number().int(),
  /** 1 is 2 dollars per million tokens of input. */
  model_ratio: z.number(),
  /** Dollars per call. */
  model_price: z.number(),
  /** Price of output over price of input. */
  completion_ratio: z.number(),
  /** The same for cached input, and for writing the cache. */
  cache_ratio: z.number().optional(),
  cache_creation_ratio: z.number().optional(),
  /** Price of sound in over price of input, and of sound out over sound in; absent where nothing is known, as for models of text. */
  audio_ratio: z.number().optional(),
  audio_completion_ratio: z.number().optional(),
  /**
   * Where the price comes from: dollars per call or a ratio set for the model, the fallback that an admin set for all others, or `unset`, the
   * default for models that nobody priced.
   */
  price_source: z.enum(['price', 'ratio', 'fallback', 'unset']),
  /** No price is set and the viewer does not take the default: their calls are refused. */
  needs_price: z.boolean(),
  /** Kept for clients of this family; empty. */
  owner_by: z.string(),
  enable_groups: z.array(z.string()),
})
export type PricingEntry = z.infer<typeof PricingEntry>

/** The whole answer: the table stands in `data`, the rest beside it. */
export const PricingTable = z.array(PricingEntry)

/** What stands beside the table. */
export const PricingExtra = z.object({
  /** Price factor of each group that the viewer may use. */
  group_ratio: z.record(z.string(), z.number()),
  /** Group to description. */
  usable_group: z.record(z.string(), z.string()),
})
export type PricingExtra = z.infer<typeof PricingExtra>

/** The three fallback settings as they would stand after a change; null for empty. */
export interface FallbackPrices {
  readonly singlePrice: number | null
  readonly inputRatio: number | null
  readonly completionRatio: number | null
}

/**
 * What is wrong with fallback prices: `mixed` when there is a single price beside a ratio, `incomplete` when there is neither a single
 * price nor both ratios. Source: specification §5 Options.
 */
export function fallbackProblem({ singlePrice, inputRatio, completionRatio }: FallbackPrices): 'mixed' | 'incomplete' | undefined {
  if (singlePrice !== null) return inputRatio !== null || completionRatio !== null ? 'mixed' : undefined
  return inputRatio === null || completionRatio === null ? 'incomplete' : undefined
}
