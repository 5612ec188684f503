// Which price a model has: what the admin set, above what came with the product, above the fallback. Source: server-behaviour 4.1 and
// decision D20.

import type { UnpricedRule } from '@waystation/contract/channel'
import { quotaPerUnit, selfUseModeEnabled } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { decimalText, product, rational } from '@waystation/contract/rational'
import type { OptionService } from '../option/option-service.ts'
import { builtInMap, priceSeed as seed } from './built-in-prices.ts'
import type { Price, PriceSource, TokenBucket } from './price.ts'
import { type CompiledPrice, compilePrice } from './price-call.ts'

/** Places of a ratio that is worked out. */
const MAX_RATIO_PLACES = 12

/** What an unpriced model costs where unpriced models are allowed: high on purpose. Source: server-behaviour 4.1. */
const UNSET_RATIO = '37.5'
/** Cache writes of vendors whose price we do not know. Source: server-behaviour 4.1; the long one is Anthropic's. */
const CACHE_WRITE_WEIGHT = '1.25'
const CACHE_WRITE_LONG_WEIGHT = '2'
/** Sound in, and sound out over sound in. Source: server-behaviour 4.1. */
const AUDIO_WEIGHT = '20'
const AUDIO_COMPLETION_RATIO = '2'

export interface PriceAsked {
  /** The name the caller used, without a channel's prefix. */
  readonly asked: string
  /** The name that goes upstream. */
  readonly upstream: string
  readonly channelType: number
  readonly group: string
  /** The caller takes unpriced models at the high ratio. */
  readonly acceptsUnset: boolean
}

export interface PriceTable {
  /** The price of a call, or undefined when the model has none. */
  priceOf(asked: PriceAsked): CompiledPrice | undefined
  /** What becomes of calls to models without a price, made by users who have not accepted such models. */
  unpricedRule(): UnpricedRule
  /** Has this model a price of its own at channels of one of these types? */
  isPriced(model: string, channelTypes: readonly number[]): boolean
  /** The most tokens that the first of these models that is known answers with, thinking included; undefined where none is known. */
  maxOutputTokens(models: readonly string[], channelTypes: readonly number[]): number | undefined
  /** Is it known what sound costs at this model? If not, it is reckoned at a default. */
  isAudioPriced(model: string): boolean
}

/**
 * The name that a model is sold under, where channels of this type read an ending of its name as a word of their own: `x-thinking` is x.
 * Undefined: the name has no such ending.
 */
export type BareName = (model: string, channelType: number) => string | undefined

/** Prices by the options in force. Answers are kept until an option changes. */
export function priceTable(options: OptionService, bareName: BareName): PriceTable {
  let version = -1
  let known = new Map<string, CompiledPrice | null>()

  const lookUp = (model: string): { source: PriceSource; body: PriceBody } | undefined => {
    const dollars = edited(pricing.modelPrice, model, undefined)
    if (dollars !== undefined) return { source: 'price', body: { kind: 'per-call', dollars } }
    const ratio = edited(pricing.modelRatio, model, seed.get(model)?.ratio)
    return ratio === undefined
      ? undefined
      : { source: 'ratio', body: { kind: 'per-token', ratio, weights: weightsOf(model), ...termsOf(model) } }
  }

  const weightsOf = (model: string): Readonly<Record<TokenBucket, string>> => {
    const built = seed.get(model)
    return {
      freshInput: '1',
      cacheRead: edited(pricing.cacheRatio, model, built?.cache) ?? '1',
      cacheWrite: edited(pricing.cacheCreationRatio, model, built?.cacheWrite) ?? CACHE_WRITE_WEIGHT,
      cacheWriteLong: built?.cacheWriteLong ?? CACHE_WRITE_LONG_WEIGHT,
      output: edited(pricing.completionRatio, model, built?.completion) ?? '1',
      ...audioWeightsOf(model),
    }
  }

  /** Fees of tools and factors of tiers: the admin's for this model, for all models, and the built-in ones, in this order. */
  const termsOf = (model: string): { uses?: Record<string, string>; tiers?: Record<string, string> } => {
    const merged = (option: Option<pricing.PriceTerms>, builtIn: Readonly<Record<string, string>> | undefined) => {
      const edits = options.get(option)
      const entries = Object.entries({ ...builtIn, ...edits['*'], ...(Object.hasOwn(edits, model) ? edits[model] : {}) })
      return Object.fromEntries(entries.flatMap(([name, price]) => (price === null ? [] : [[name, String(price)] as const])))
    }
    const built = seed.get(model)
    const uses = merged(pricing.toolPrices, built?.uses)
    const tiers = merged(pricing.tierRatios, built?.tiers)
    return { ...(Object.keys(uses).length > 0 ? { uses } : {}), ...(Object.keys(tiers).length > 0 ? { tiers } : {}) }
  }

  const audioWeightsOf = (model: string): Readonly<Record<'audioInput' | 'audioOutput', string>> => {
    const built = seed.get(model)
    const audioInput = edited(pricing.audioRatio, model, built?.audioInput) ?? AUDIO_WEIGHT
    const isEdited = [pricing.audioRatio, pricing.audioCompletionRatio].some((option) => Object.hasOwn(options.get(option), model))
    if (!isEdited && built?.audioOutput !== undefined) return { audioInput, audioOutput: built.audioOutput }
    const builtIn = own(builtInMap(pricing.audioCompletionRatio) ?? {}, model)?.toString()
    const completion = edited(pricing.audioCompletionRatio, model, builtIn) ?? AUDIO_COMPLETION_RATIO
    return { audioInput, audioOutput: decimalText(product(rational(audioInput), rational(completion)), MAX_RATIO_PLACES) }
  }

  /** The decimal text of the edit where there is one, else of what was built in; undefined where there is none, or it was taken away. */
  const edited = (option: Option<pricing.PriceEdits>, model: string, builtIn: string | undefined): string | undefined => {
    const edits = options.get(option)
    return Object.hasOwn(edits, model) ? edits[model]?.toString() : builtIn
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

  // Exact names come first: what an admin priced for a name with an ending stands.
  const namesOf = (exact: readonly string[], channelTypes: readonly number[]): readonly string[] => [
    ...exact,
    ...exact.flatMap((name) => channelTypes.flatMap((type) => bareName(name, type) ?? [])),
  ]

  const find = ({ asked, upstream, channelType, group, acceptsUnset }: PriceAsked): CompiledPrice | null => {
    const names = namesOf(options.get(pricing.redirectBillingEnabled) ? [upstream, asked] : [asked, upstream], [channelType])
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
      const key = `${asked.asked}\n${asked.upstream}\n${asked.channelType}\n${asked.group}\n${asked.acceptsUnset}`
      let price = known.get(key)
      if (price === undefined) {
        price = find(asked)
        // Names come from callers only after a channel was found for them, so the table cannot be filled at will.
        known.set(key, price)
      }
      return price ?? undefined
    },
    unpricedRule() {
      const found = fallback(false)
      if (!found) return 'refused'
      return found.source === 'fallback' ? 'fallback' : 'self-use'
    },
    isPriced: (model, channelTypes) => namesOf([model], channelTypes).some((name) => lookUp(name) !== undefined),
    maxOutputTokens: (models, channelTypes) =>
      namesOf(models, channelTypes)
        .map((model) => seed.get(model)?.maxOutput)
        .find((tokens) => tokens !== undefined),
    isAudioPriced: (model) => edited(pricing.audioRatio, model, seed.get(model)?.audioInput) !== undefined,
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
