// Prices as versions: every change of a setting that prices depend on makes a new one, and each charge names the version it was made at.
import { z } from 'zod'
import { bucketRatios } from '../options/bucket-ratios.ts'
import { quotaPerUnit, selfUseModeEnabled } from '../options/operation.ts'
import type { Option } from '../options/option.ts'
import * as pricing from '../options/pricing.ts'
import { pageSchema } from '../values/page.ts'

/** Every setting that a price is worked out from. */
export const pricedOptions: readonly Option[] = [
  pricing.modelRatio,
  pricing.modelPrice,
  ...bucketRatios.values(),
  pricing.toolPrices,
  pricing.tierRatios,
  pricing.lengthTiers,
  pricing.groupRatio,
  pricing.userGroupRatio,
  pricing.fallbackPricingEnabled,
  pricing.fallbackSinglePrice,
  pricing.fallbackInputRatio,
  pricing.fallbackCompletionRatio,
  pricing.redirectBillingEnabled,
  pricing.modelMapping,
  selfUseModeEnabled,
  quotaPerUnit,
]

const keys: ReadonlySet<string> = new Set(pricedOptions.map((option) => option.key))

/** Does a price depend on this setting? */
export function isPriced(key: string): boolean {
  return keys.has(key)
}

/**
 * Why there is a new version: somebody changed settings (`change`), or went back to an earlier version (`return`); settings changed on the
 * command line or at setup, where nobody was logged in (`command`); the product came with other built-in prices (`product`).
 */
export const priceVersionCause = z.enum(['change', 'return', 'command', 'product'])
export type PriceVersionCause = z.infer<typeof priceVersionCause>

export const PriceVersion = z.object({
  id: z.number().int(),
  /** Unix seconds. */
  created_at: z.number().int(),
  cause: priceVersionCause,
  /** 0: nobody who was logged in. */
  user_id: z.number().int(),
  username: z.string(),
  /** The version that was returned to; 0 for none. */
  returned_to: z.number().int(),
  /** What the changer wrote. */
  note: z.string(),
  /** Settings that differ from the version before. */
  changed_settings: z.array(z.string()),
  /** How many prices of models are other dollars, and values of other settings other ones. */
  changes: z.number().int(),
})
export type PriceVersion = z.infer<typeof PriceVersion>

export const PriceVersionPage = pageSchema(PriceVersion)

/** One value that differs between two versions, as text; null: not set. */
export const PriceChange = z.object({
  /** The setting. */
  key: z.string(),
  /** The model, or the group, in settings that are maps; empty in others. */
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type PriceChange = z.infer<typeof PriceChange>

/** A price of a model that is another one, in dollars: per million tokens, or per call. Decimal texts; null: none was set. */
export const PriceMove = z.object({
  model: z.string(),
  /** Of `priceColumns`. */
  column: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type PriceMove = z.infer<typeof PriceMove>

/** A version with all that it changed: each value as it is stored, and what it means for prices of models. */
export const PriceVersionRecord = PriceVersion.extend({ changed: z.array(PriceChange), prices: z.array(PriceMove) })
export type PriceVersionRecord = z.infer<typeof PriceVersionRecord>

const CHANGE_TEXT_MAX = 4_000_000

/** Settings and their new texts, as PUT /api/option/ takes them: price maps are merged in the same way. */
export const PriceEdit = z.record(z.string().max(64), z.string().max(CHANGE_TEXT_MAX))
export type PriceEdit = z.infer<typeof PriceEdit>

export const PRICE_NOTE_MAX = 200
