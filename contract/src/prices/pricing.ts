import { z } from 'zod'
import { perRatioKey } from './price-buckets.ts'

/** What tokens of each bucket cost, relative to fresh input or the bucket's own base; absent where unknown, as audio for text models. */
const bucketRatioKeys = perRatioKey(() => z.number().optional())

/** What a model costs, as the pricing table shows it. Per-call entries have 0 in their ratios. Source: specification §3, server-behaviour 10.2. */
export const PricingEntry = z.object({
  model_name: z.string(),
  /** 1 per call, 0 per usage: `billingType`. */
  quota_type: z.number().int(),
  /** 1 is 2 dollars per million tokens of input. */
  model_ratio: z.number(),
  /** Dollars per call, or per unit. */
  model_price: z.number(),
  /** What a price per call is for, where that is not the call: a picture of the usual size and quality, a second of a film of the usual resolution, or a film. */
  price_unit: z.enum(['image', 'second', 'video']).optional(),
  /** Of films by the second or each: the resolution that the price is for, and what others cost, as factors on it; absent: all cost the same. */
  film_price: z.object({ resolution: z.string(), factors: z.record(z.string(), z.number()) }).optional(),
  ...bucketRatioKeys,
  /** Price of output over price of input. */
  completion_ratio: z.number(),
  /** Calls whose prompt is longer than `above` tokens cost these ratios as a whole, the shortest first; absent: the same for all lengths. */
  length_tiers: z.array(z.object({ above: z.number().int(), model_ratio: z.number(), ...bucketRatioKeys })).optional(),
  /**
   * Where the price comes from: dollars per call or a ratio set for the model, the fallback that an admin set for all others, or `unset`, the
   * default for models without a price, which are listed for those who may call them.
   */
  price_source: z.enum(['price', 'ratio', 'fallback', 'unset']),
  /** Kept for clients of this family; empty. */
  owner_by: z.string(),
  enable_groups: z.array(z.string()),
  /** Tokens that it reads at most, and of its longest answer; absent: unknown. */
  context_tokens: z.number().int().optional(),
  max_output_tokens: z.number().int().optional(),
  /** Dollars for one use of a tool of the vendor, before the group's ratio; absent: none has a price. */
  tool_prices: z.record(z.string(), z.number()).optional(),
  /** Factors on the prices of tokens by service tier; absent: none has a price. */
  tier_ratios: z.record(z.string(), z.number()).optional(),
  /** The last day on which its maker serves the model, `YYYY-MM-DD`; absent: no end is known. */
  ends_on: z.string().optional(),
  /** The model that its maker names in its place. */
  successor: z.string().optional(),
})
export type PricingEntry = z.infer<typeof PricingEntry>

/** The `data` of the response: the table. */
export const PricingTable = z.array(PricingEntry)

/** Fields of the response next to `data`. */
export const PricingExtra = z.object({
  /** Price factor of each group that the viewer may use. */
  group_ratio: z.record(z.string(), z.number()),
  /** Group to description. */
  usable_group: z.record(z.string(), z.string()),
})
export type PricingExtra = z.infer<typeof PricingExtra>

const AnsweredShare = z.number().min(0).max(1)

/** What share of the calls to each model was answered in the last 24 hours; null where the operator does not show it. */
export const ModelsHealth = z
  .object({
    /** Unix seconds. */
    as_of: z.number().int(),
    /** Models that were called often enough, by name: from 0 to 1, in thousandths. What callers brought about counts as nothing. */
    answered: z.record(z.string(), AnsweredShare),
    /** When the last 24 hours of the site's clock began, unix seconds, oldest first; the last is not over. */
    starts: z.array(z.number().int()),
    /**
     * The same models with a share for each of `starts`; null where there was no call. A list and not objects, as there are 24 of them for
     * each model: `[1, 1, null, 0.985, …]`, mostly two bytes for an hour.
     */
    answered_by_hour: z.record(z.string(), z.array(AnsweredShare.nullable())),
  })
  .nullable()
export type ModelsHealth = z.infer<typeof ModelsHealth>

/** The three fallback settings as they would stand after a change; null for empty. */
export interface FallbackPrices {
  readonly singlePrice: number | null
  readonly inputRatio: number | null
  readonly completionRatio: number | null
}

/**
 * What is wrong with fallback prices: `mixed` when there is a single price and a ratio, `incomplete` when there is neither a single
 * price nor both ratios. Source: specification §5 Options.
 */
export function fallbackProblem({ singlePrice, inputRatio, completionRatio }: FallbackPrices): 'mixed' | 'incomplete' | undefined {
  if (singlePrice !== null) return inputRatio !== null || completionRatio !== null ? 'mixed' : undefined
  return inputRatio === null || completionRatio === null ? 'incomplete' : undefined
}
