// Prices of calls with long prompts. Vendors that have them price the whole call by the length of its prompt, the tokens below the limit
// included.
import { z } from 'zod'
import { type BucketName, bucketOf, priceBuckets } from './price-buckets.ts'

/** The factors of one length: all input and all output, or single buckets. Decimal texts. */
export type LengthFactors = Readonly<Partial<Record<BucketName | 'input' | 'output', string>>>

/** What calls cost whose prompt is longer than so many tokens: the model's own prices times these factors. */
export interface LengthTier extends LengthFactors {
  readonly above: number
}

/** The factor on the price of a bucket: its own, else that of all input or all output, else 1. */
export function lengthFactor(tier: LengthFactors, bucket: BucketName): string {
  const { partOf = 'input' } = bucketOf(bucket) ?? {}
  return tier[bucket] ?? (partOf === 'storage' ? undefined : tier[partOf]) ?? '1'
}

/** The tier of a prompt with so many tokens; undefined where the model's own prices hold. The list begins with the shortest. */
export function lengthTierOf(tiers: readonly LengthTier[] | undefined, promptTokens: number): LengthTier | undefined {
  return tiers?.findLast(({ above }) => promptTokens > above)
}

const factor = z.number().positive().max(1000)
const factorNames: readonly string[] = ['input', 'output', ...priceBuckets.map(({ name }) => name)]

/** A tier as an admin writes it. */
export const LengthTierInput = z.strictObject({
  above: z.number().int().min(1).max(100_000_000),
  ...Object.fromEntries(factorNames.map((name) => [name, factor.optional()])),
})

const MAX_TIERS = 8

/** The tiers of a model, each longer than the one before. */
export const LengthTierList = z
  .array(LengthTierInput)
  .min(1)
  .max(MAX_TIERS)
  .refine((tiers) => tiers.every(({ above }, at) => at === 0 || above > (tiers[at - 1]?.above ?? 0)), 'length_tiers_unordered')

/** The tiers of a stored or built-in list as prices have them: decimal texts. */
export function lengthTiersOf(list: readonly Readonly<Record<string, unknown>>[]): readonly LengthTier[] {
  return list.map(({ above, ...factors }) => ({
    above: Number(above),
    ...Object.fromEntries(Object.entries(factors).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  }))
}
