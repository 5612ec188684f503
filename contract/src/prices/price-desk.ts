// What an admin who sets prices has to know of a model beside its prices: who serves it, whether it is sold, and what others take for it.
import { z } from 'zod'

/** So many days make what is sold, and what was refused. */
export const PRICE_DESK_DAYS = 30

/** What a price list, or another name of the same model, would make its price. */
export const PriceSuggestion = z.object({
  /** The name that it stands under there. */
  model: z.string(),
  /** Who says so; absent: it is the operator's own price of that name. */
  source: z.string().optional(),
  /** Numbers as their settings have them. */
  prices: z.array(z.object({ key: z.string(), proposed: z.number() })),
})
export type PriceSuggestion = z.infer<typeof PriceSuggestion>

export const PriceDeskModel = z.object({
  model: z.string(),
  /** Enabled channels that serve it. */
  channels: z.number().int(),
  /** Calls that were charged in the last 30 days. */
  sold: z.number().int(),
  /** Calls of the last 30 days that were refused because it has no price, as far as the log tells. */
  refused: z.number().int(),
  /** Is it served, and has no price? */
  is_unpriced: z.boolean(),
  /** Of a model without a price: the closest first. */
  suggestions: z.array(PriceSuggestion),
  /** Dollars for one use of a tool of the vendor. */
  uses: z.record(z.string(), z.number()).optional(),
  /** Factors of service tiers. */
  tiers: z.record(z.string(), z.number()).optional(),
  /** Factors for prompts that are longer, the shortest first. */
  lengths: z.array(z.object({ above: z.number().int(), factors: z.record(z.string(), z.number()) })).optional(),
})
export type PriceDeskModel = z.infer<typeof PriceDeskModel>
