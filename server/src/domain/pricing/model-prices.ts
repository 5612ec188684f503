// What one model costs: what the admin set, above what came with the product, above the fallback. Source: server-behaviour 4.1 and
// decision D20.

import { decimalText, product, rational } from '@waystation/contract/money/rational'
import { bucketRatios, type PriceEdits } from '@waystation/contract/options/bucket-ratios'
import { selfUseModeEnabled } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { type LengthTier, lengthTiersOf } from '@waystation/contract/prices/length-tiers'
import { type BucketName, bucketOf, type PriceBucket, perBucket } from '@waystation/contract/prices/price-buckets'
import type { OptionService } from '../option/option-service.ts'
import { builtInRatio, callPriceSeed, priceSeed } from './built-in-prices.ts'
import type { Price, PriceSource } from './price.ts'

/** Places of a ratio that is worked out. */
const MAX_RATIO_PLACES = 12

/** What an unpriced model costs where unpriced models are allowed: high on purpose. Source: server-behaviour 4.1. */
const UNSET_RATIO = '37.5'

/** No model has an empty name, so its ratios are those of a model of which nothing is known. */
const UNKNOWN_MODEL = ''

/** What does not depend on the model. */
type SharedFacts = Pick<Price, 'model' | 'version' | 'groupRatio' | 'isUserGroupRatio' | 'quotaPerUnit'>

/** A price without the parts that all models share. */
export type ModelPrice = Price extends infer One ? (One extends Price ? Omit<One, keyof SharedFacts> : never) : never

/** Prices of models by the options in force. Caches nothing: a result holds until an option changes. */
export class ModelPrices {
  readonly #options: Pick<OptionService, 'get'>

  constructor(options: Pick<OptionService, 'get'>) {
    this.#options = options
  }

  /** The price of this model; undefined where it has none of its own. */
  own(model: string): ModelPrice | undefined {
    const dollars = this.#edited(pricing.modelPrice, model, callPriceSeed.get(model)?.dollars)
    if (dollars !== undefined) return { source: 'price', kind: 'per-call', dollars }
    const ratio = this.#edited(pricing.modelRatio, model, priceSeed.get(model)?.ratio)
    return ratio === undefined
      ? undefined
      : { source: 'ratio', kind: 'per-token', ratio, weights: this.#weightsOf(model), ...this.#termsOf(model) }
  }

  /** Has an admin set what this model costs? */
  isSet(model: string): boolean {
    return [pricing.modelPrice, pricing.modelRatio].some((option) => {
      const edits = this.#options.get(option)
      return Object.hasOwn(edits, model) && edits[model] !== null
    })
  }

  /** The price of models without one of their own; undefined where their calls are refused. */
  fallback(acceptsUnset: boolean): ModelPrice | undefined {
    const options = this.#options
    if (options.get(pricing.fallbackPricingEnabled)) {
      const source: PriceSource = 'fallback'
      const single = options.get(pricing.fallbackSinglePrice)
      if (single !== null) return { source, kind: 'per-call', dollars: String(single) }
      const [input, completion] = [options.get(pricing.fallbackInputRatio), options.get(pricing.fallbackCompletionRatio)]
      if (input !== null && completion !== null) {
        const weights = { ...this.#weightsOf(UNKNOWN_MODEL), output: String(completion) }
        return { source, kind: 'per-token', ratio: String(input), weights }
      }
    }
    if (!options.get(selfUseModeEnabled) && !acceptsUnset) return undefined
    return { source: 'unset', kind: 'per-token', ratio: UNSET_RATIO, weights: this.#weightsOf(UNKNOWN_MODEL) }
  }

  /** Is it known what tokens of this bucket cost at this model? If not, a fallback is charged. */
  isKnown(bucket: PriceBucket, model: string): boolean {
    const base = bucket.ratio.over && bucketOf(bucket.ratio.over)
    return base ? this.isKnown(base, model) : this.#ratioOf(bucket, model) !== undefined
  }

  #weightsOf(model: string): Readonly<Record<BucketName, string>> {
    return perBucket((bucket) => this.#weightOf(bucket, model))
  }

  /** The weight of a token against one of fresh input. */
  #weightOf(bucket: PriceBucket, model: string): string {
    const { column, over, fallback } = bucket.ratio
    const ratio = this.#ratioOf(bucket, model) ?? fallback
    const base = over && bucketOf(over)
    if (!base) return ratio
    // The built-in weight is exact, the ratio that was worked out from it is not.
    const builtIn = column && priceSeed.get(model)?.[column]
    if (builtIn !== undefined && !this.#isEdited(bucket, model) && !this.#isEdited(base, model)) return builtIn
    return decimalText(product(rational(this.#weightOf(base, model)), rational(ratio)), MAX_RATIO_PLACES)
  }

  /** The ratio from the admin or from the built-in prices; undefined where neither has one. */
  #ratioOf(bucket: PriceBucket, model: string): string | undefined {
    const builtIn = builtInRatio(bucket, priceSeed.get(model))
    const option = bucketRatios.get(bucket.name)
    return option ? this.#edited(option, model, builtIn) : builtIn
  }

  #isEdited({ name }: PriceBucket, model: string): boolean {
    const option = bucketRatios.get(name)
    return option !== undefined && Object.hasOwn(this.#options.get(option), model)
  }

  /** The decimal text of the edit where there is one, else of what was built in; undefined where there is none, or it was taken away. */
  #edited(option: Option<PriceEdits>, model: string, builtIn: string | undefined): string | undefined {
    const edits = this.#options.get(option)
    return Object.hasOwn(edits, model) ? edits[model]?.toString() : builtIn
  }

  /** Fees of tools, factors of tiers, and prices of long prompts. */
  #termsOf(model: string): { uses?: Record<string, string>; tiers?: Record<string, string>; lengthTiers?: readonly LengthTier[] } {
    const built = priceSeed.get(model)
    const edits = this.#options.get(pricing.lengthTiers)
    const lengthTiers = Object.hasOwn(edits, model) ? edits[model] && lengthTiersOf(edits[model]) : built?.lengthTiers
    const uses = this.#merged(pricing.toolPrices, model, built?.uses)
    const tiers = this.#merged(pricing.tierRatios, model, built?.tiers)
    return {
      ...(Object.keys(uses).length > 0 ? { uses } : {}),
      ...(Object.keys(tiers).length > 0 ? { tiers } : {}),
      ...(lengthTiers ? { lengthTiers } : {}),
    }
  }

  /** The admin's for this model, for all models, and the built-in ones, in this order. */
  #merged(
    option: Option<pricing.PriceTerms>,
    model: string,
    builtIn: Readonly<Record<string, string>> | undefined,
  ): Record<string, string> {
    const edits = this.#options.get(option)
    const entries = Object.entries({ ...builtIn, ...edits['*'], ...(Object.hasOwn(edits, model) ? edits[model] : {}) })
    return Object.fromEntries(entries.flatMap(([name, price]) => (price === null ? [] : [[name, String(price)] as const])))
  }
}
