// What vendors take for calls, by our count: the built-in list price of the model that served, times the channel's factor. Calls are
// never charged by it; the books compare it with what users paid and with what vendors billed.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import { priceFor } from './batch-price.ts'
import { ModelPrices } from './model-prices.ts'
import { type CompiledPrice, compilePrice, priceCall } from './price-call.ts'
import type { BareName } from './price-table.ts'

/** Compiled prices that are cached. */
const MAX_COMPILED = 5000

/** Which model served, and what its channel says of its vendor's prices. */
export interface CostQuery {
  /** The name that went upstream. */
  readonly model: string
  readonly channelType: number
  /** The channel's factor on list prices; undefined: 1. */
  readonly ratio: number | null | undefined
}

/** What the vendor takes for a call, in quota units. */
export interface VendorCost {
  readonly cost: number
  /** The part of it that paid for cache writes; absent: none. */
  readonly cacheCost?: number
}

/** The list prices as they came with the product, whatever the admin charges. */
const builtIn = new ModelPrices({ get: <Value>(option: Option<Value>): Value => option.default })

/** Counts what vendors take. Prices are compiled once for each model, type of channel and factor. */
export class VendorCosts {
  readonly #options: { get<Value>(option: Option<Value>): Value }
  readonly #bareName: BareName
  readonly #known = new LRUCache<string, { readonly price: CompiledPrice | undefined }>(atMost(MAX_COMPILED))

  constructor(options: { get<Value>(option: Option<Value>): Value }, bareName: BareName) {
    this.#options = options
    this.#bareName = bareName
  }

  /**
   * What this usage costs at the vendor; undefined where its list price is not known.
   * @param promptTokens the length that decides on the tier, where it is not that of the usage
   */
  of(usage: Usage, query: CostQuery, promptTokens?: number): VendorCost | undefined {
    // A vendor that takes nothing needs no price.
    if (query.ratio === 0) return { cost: 0 }
    const known = this.#priceOf(query)
    if (!known) return undefined
    const price = priceFor(usage, known)
    const cost = priceCall(usage, price, promptTokens)
    const { cacheWrite, cacheWriteLong } = usage
    if (cacheWrite === 0 && cacheWriteLong === 0) return { cost }
    const { tiers } = usage
    return { cost, cacheCost: priceCall({ ...noUsage, cacheWrite, cacheWriteLong, ...(tiers ? { tiers } : {}) }, price) }
  }

  #priceOf({ model, channelType, ratio }: CostQuery): CompiledPrice | undefined {
    const perUnit = this.#options.get(quotaPerUnit)
    const key = `${model}\n${channelType}\n${ratio ?? 1}\n${perUnit}`
    let known = this.#known.get(key)
    if (!known) {
      known = { price: this.#compile(model, channelType, String(ratio ?? 1), perUnit) }
      this.#known.set(key, known)
    }
    return known.price
  }

  #compile(model: string, channelType: number, ratio: string, perUnit: number): CompiledPrice | undefined {
    for (const name of [model, this.#bareName(model, channelType)]) {
      const found = name === undefined ? undefined : builtIn.own(name)
      if (found && name !== undefined) return compilePrice({ ...found, model: name, version: 0, groupRatio: ratio, quotaPerUnit: perUnit })
    }
    return undefined
  }
}
