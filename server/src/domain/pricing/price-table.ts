// The price of a call, ready for arithmetic: by which of its names its model is priced, at its group's ratio.

import type { UnpricedRule } from '@waystation/contract/channels/channel'
import { statedOf } from '@waystation/contract/models/traits'
import { modelTraits } from '@waystation/contract/options/global'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import * as pricing from '@waystation/contract/options/pricing'
import type { PriceBucket } from '@waystation/contract/prices/price-buckets'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import { sharedName } from '../catalog/shared-name.ts'
import type { OptionService } from '../option/option-service.ts'
import { priceSeed } from './built-in-prices.ts'
import { groupFactor, WITHOUT_GROUP } from './group-ratio.ts'
import { ModelPrices } from './model-prices.ts'
import type { Price } from './price.ts'
import { type CompiledPrice, compilePrice } from './price-call.ts'

/** Compiled prices that are cached. */
const MAX_COMPILED = 5000

export interface PriceQuery {
  /** The name the caller used, without a channel's prefix. */
  readonly requested: string
  /** The name that goes upstream. */
  readonly upstream: string
  readonly channelType: number
  readonly group: string
  /** The caller's own group, for special ratios; absent: there are none for this caller. */
  readonly userGroup?: string
  /** The caller takes unpriced models at the high ratio. */
  readonly acceptsUnset: boolean
}

/**
 * The name that a model is sold under, where channels of this type read an ending of its name as a word of their own: `x-thinking` is x.
 * Undefined: the name has no such ending.
 */
export type BareName = (model: string, channelType: number) => string | undefined

/** Tokens; undefined: unknown. */
export interface ModelLimits {
  /** Of an answer at most, thinking included. */
  readonly maxOutputTokens: number | undefined
  /** Read at most. */
  readonly contextTokens: number | undefined
}

/** What prices are worked out from. */
export type PriceOptions = Pick<OptionService, 'get' | 'version' | 'priceVersion'>

/** Prices by the options in force. Results are cached until an option changes. */
export class PriceTable {
  readonly #options: PriceOptions
  readonly #bareName: BareName
  readonly #models: ModelPrices
  #version = -1
  #known = new Map<string, CompiledPrice | null>()
  #limits = new Map<string, ModelLimits>()
  /** By text. Most changes of options leave most prices as they are. */
  readonly #compiled = new LRUCache<string, CompiledPrice>(atMost(MAX_COMPILED))

  constructor(options: PriceOptions, bareName: BareName) {
    this.#options = options
    this.#bareName = bareName
    this.#models = new ModelPrices(options)
  }

  /** The price of a call, or undefined when the model has none. */
  priceOf(query: PriceQuery): CompiledPrice | undefined {
    this.#forgetOld()
    const key = `${query.requested}\n${query.upstream}\n${query.channelType}\n${query.group}\n${query.userGroup ?? ''}\n${query.acceptsUnset}`
    let price = this.#known.get(key)
    if (price === undefined) {
      price = this.#find(query)
      // Names come from callers only after a channel was found for them, so the table cannot be filled at will.
      this.#known.set(key, price)
    }
    return price ?? undefined
  }

  /** How calls to models without a price are treated, for users who have not accepted such models. */
  unpricedRule(): UnpricedRule {
    const found = this.#models.fallback(false)
    if (!found) return 'refused'
    return found.source === 'fallback' ? 'fallback' : 'self-use'
  }

  /** Has this model a price of its own at channels of one of these types? */
  isPriced(model: string, channelTypes: readonly number[]): boolean {
    return this.#namesOf([model], channelTypes).some((name) => this.#models.own(name) !== undefined)
  }

  /** Has an admin set what this model costs? Built-in prices do not count. */
  isSet(model: string): boolean {
    return this.#models.isSet(model)
  }

  /** What the first of these names that is known can read and answer, each side by itself: the vendor's own name comes first. */
  limitsOf(models: readonly [string, string], channelType: number): ModelLimits {
    this.#forgetOld()
    const key = `${models[0]}\n${models[1]}\n${channelType}`
    let limits = this.#limits.get(key)
    if (limits === undefined) {
      const stated = this.#options.get(modelTraits)
      const known = this.#namesOf(models, [channelType]).map((model) => ({ own: statedOf(model, stated), seed: priceSeed.get(model) }))
      limits = {
        maxOutputTokens: known.map(({ own, seed }) => own?.longest_answer_tokens ?? seed?.maxOutput).find((tokens) => tokens !== undefined),
        contextTokens: known.map(({ own, seed }) => own?.context_tokens ?? seed?.context).find((tokens) => tokens !== undefined),
      }
      this.#limits.set(key, limits)
    }
    return limits
  }

  /** Is it known what tokens of this bucket cost at this model? If not, a fallback is charged. */
  isKnown(bucket: PriceBucket, model: string): boolean {
    return this.#models.isKnown(bucket, model)
  }

  #forgetOld(): void {
    if (this.#options.version === this.#version) return
    this.#known = new Map()
    this.#limits = new Map()
    this.#version = this.#options.version
  }

  #find({ requested, upstream, channelType, group, userGroup, acceptsUnset }: PriceQuery): CompiledPrice | null {
    const options = this.#options
    const names = this.#namesOf(options.get(pricing.redirectBillingEnabled) ? [upstream, requested] : [requested, upstream], [channelType])
    const model = names.find((name) => this.#models.own(name) !== undefined)
    const found = model === undefined ? this.#models.fallback(acceptsUnset) : this.#models.own(model)
    const factor = group === '' ? WITHOUT_GROUP : groupFactor(options, group, userGroup)
    if (!found || !factor) return null
    const { source, ...price } = found
    const shared = { ...factor, version: options.priceVersion, quotaPerUnit: options.get(quotaPerUnit) }
    return this.#ready({ model: model ?? requested, source, ...shared, ...price })
  }

  #ready(price: Price): CompiledPrice {
    const text = JSON.stringify(price)
    const compiled = this.#compiled.get(text) ?? compilePrice(price, text)
    this.#compiled.set(text, compiled)
    return compiled
  }

  /** Exact names come first: an admin's price for a name with an ending applies. A name that a model shares with others comes last. */
  #namesOf(exact: readonly string[], channelTypes: readonly number[]): readonly string[] {
    const bare = exact.flatMap((name) => channelTypes.flatMap((type) => this.#bareName(name, type) ?? []))
    return [...exact, ...bare, ...exact.flatMap((name) => sharedName(name) ?? [])]
  }
}
