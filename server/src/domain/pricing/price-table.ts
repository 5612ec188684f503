// Which price a model has: what the admin set, above what came with the product, above the fallback. Source: server-behaviour 4.1 and
// decision D20.

import { quotaPerUnit, selfUseModeEnabled } from '@waystation/contract/options/operation'
import * as pricing from '@waystation/contract/options/pricing'
import type { OptionService } from '../option/option-service.ts'
import type { Price, PriceSource, TokenBucket } from './price.ts'
import { type CompiledPrice, compilePrice } from './price-call.ts'
import seedJson from './price-seed.json' with { type: 'json' }
import { decimalText, product, rational } from './rational.ts'

interface SeedPrice {
  readonly ratio: string
  readonly completion: string
  readonly cache: string
  readonly cacheWrite: string
  readonly cacheWriteLong: string
  readonly audioInput?: string
  readonly audioOutput?: string
}

// The file is printed by tools/make-price-seed.ts in this shape, and its test reads every row.
const seed = new Map(Object.entries(seedJson as Record<string, SeedPrice>))

/** What an unpriced model costs where unpriced models are allowed: high on purpose. Source: server-behaviour 4.1. */
const UNSET_RATIO = '37.5'
/** Cache writes of vendors whose price we do not know. Source: server-behaviour 4.1; the long one is Anthropic's. */
const CACHE_WRITE_WEIGHT = '1.25'
const CACHE_WRITE_LONG_WEIGHT = '2'
/** Sound in, and sound out over sound in. Source: server-behaviour 4.1. */
const AUDIO_WEIGHT = '20'
const AUDIO_OUTPUT_FACTOR = '2'

export interface PriceAsked {
  /** The name the caller used, without a channel's prefix. */
  readonly asked: string
  /** The name that goes upstream. */
  readonly upstream: string
  readonly group: string
  /** The caller takes unpriced models at the high ratio. */
  readonly acceptsUnset: boolean
}

export interface PriceTable {
  /** The price of a call, or undefined when the model has none. */
  priceOf(asked: PriceAsked): CompiledPrice | undefined
  /** Has this model a price of its own? */
  isPriced(model: string): boolean
}

/** Prices by the options in force. Answers are kept until an option changes. */
export function priceTable(options: OptionService): PriceTable {
  let version = -1
  let known = new Map<string, CompiledPrice | null>()

  const lookUp = (model: string): { source: PriceSource; body: PriceBody } | undefined => {
    const fixed = own(options.get(pricing.modelPrice), model)
    if (fixed !== undefined) return { source: 'price', body: { kind: 'per-call', dollars: String(fixed) } }
    const ratio = own(options.get(pricing.modelRatio), model)?.toString() ?? seed.get(model)?.ratio
    return ratio === undefined ? undefined : { source: 'ratio', body: { kind: 'per-token', ratio, weights: weightsOf(model) } }
  }

  const weightsOf = (model: string): Readonly<Record<TokenBucket, string>> => {
    const built = seed.get(model)
    const audioInput = built?.audioInput ?? AUDIO_WEIGHT
    return {
      freshInput: '1',
      cacheRead: own(options.get(pricing.cacheRatio), model)?.toString() ?? built?.cache ?? '1',
      cacheWrite: own(options.get(pricing.cacheCreationRatio), model)?.toString() ?? built?.cacheWrite ?? CACHE_WRITE_WEIGHT,
      cacheWriteLong: built?.cacheWriteLong ?? CACHE_WRITE_LONG_WEIGHT,
      output: own(options.get(pricing.completionRatio), model)?.toString() ?? built?.completion ?? '1',
      audioInput,
      audioOutput: built?.audioOutput ?? decimalText(product(rational(audioInput), rational(AUDIO_OUTPUT_FACTOR))),
    }
  }

  const fallback = (acceptsUnset: boolean): { source: PriceSource; body: PriceBody } | undefined => {
    if (options.get(pricing.fallbackPricingEnabled)) {
      const single = options.get(pricing.fallbackSinglePrice)
      if (single !== null) return { source: 'fallback', body: { kind: 'per-call', dollars: String(single) } }
      const [input, completion] = [options.get(pricing.fallbackInputRatio), options.get(pricing.fallbackCompletionRatio)]
      if (input !== null && completion !== null) {
        return {
          source: 'fallback',
          body: { kind: 'per-token', ratio: String(input), weights: { ...weightsOf(''), output: String(completion) } },
        }
      }
    }
    if (!options.get(selfUseModeEnabled) && !acceptsUnset) return undefined
    return { source: 'unset', body: { kind: 'per-token', ratio: UNSET_RATIO, weights: weightsOf('') } }
  }

  const find = ({ asked, upstream, group, acceptsUnset }: PriceAsked): CompiledPrice | null => {
    const names = options.get(pricing.redirectBillingEnabled) ? [upstream, asked] : [asked, upstream]
    const model = names.find((name) => lookUp(name) !== undefined)
    const found = model === undefined ? fallback(acceptsUnset) : lookUp(model)
    if (!found) return null
    const groupRatio = String(own(options.get(pricing.groupRatio), group) ?? 1)
    return compilePrice({ model: model ?? asked, source: found.source, groupRatio, quotaPerUnit: options.get(quotaPerUnit), ...found.body })
  }

  return {
    priceOf(asked) {
      if (options.version !== version) {
        known = new Map()
        version = options.version
      }
      const key = `${asked.asked}\n${asked.upstream}\n${asked.group}\n${asked.acceptsUnset}`
      let price = known.get(key)
      if (price === undefined) {
        price = find(asked)
        // Names come from callers only after a channel was found for them, so the table cannot be filled at will.
        known.set(key, price)
      }
      return price ?? undefined
    },
    isPriced: (model) => lookUp(model) !== undefined,
  }
}

type PriceBody = Price extends infer One
  ? One extends Price
    ? Omit<One, 'model' | 'source' | 'groupRatio' | 'quotaPerUnit'>
    : never
  : never

/** A map's own value: names such as `constructor` are not found on its prototype. */
function own(map: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}
