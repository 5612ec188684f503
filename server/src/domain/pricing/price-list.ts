import type { ModelTraits, ReadTraits } from '@waystation/contract/models/traits'
import { perCallUnit } from '@waystation/contract/prices/per-call-unit'
import type { PriceBucket } from '@waystation/contract/prices/price-buckets'
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import { billingType } from '@waystation/contract/site/status-table'
import type { Price } from './price.ts'
import type { PriceTable } from './price-table.ts'
import { shownRatios } from './shown-ratios.ts'

/** A model as it is offered: under which name, in which groups, and by which names its price is looked up. */
export interface Offer {
  /** With the channel's prefix: what a caller writes. */
  readonly model: string
  readonly requested: string
  readonly upstream: string
  readonly channelType: number
  readonly groups: readonly string[]
}

interface PriceListParts {
  readonly prices: PriceTable
  readonly traits: ReadTraits
}

/**
 * What each offered model costs before the group's ratio, sorted by name. A model without a price is there for those alone whose calls are
 * served at the default, ratio 37.5. Source: server-behaviour 10.2, decision 25.
 */
export function priceList(offers: readonly Offer[], { prices, traits }: PriceListParts, acceptsUnset: boolean): PricingEntry[] {
  return offers
    .flatMap((offer) => {
      const entry = entryOf(offer, prices, acceptsUnset)
      if (!entry) return []
      const told = traits(offer.upstream)
      return [{ ...entry, ...unitOf(entry, told), ...limitsOf(offer, prices), ...endOf(told) }]
    })
    .sort((a, b) => (a.model_name < b.model_name ? -1 : 1))
}

function entryOf(
  { model, requested, upstream, channelType, groups }: Offer,
  prices: PriceTable,
  acceptsUnset: boolean,
): PricingEntry | undefined {
  const lookUp = { requested, upstream, channelType, group: '' }
  const compiled = prices.priceOf({ ...lookUp, acceptsUnset })
  if (!compiled) return undefined
  const { price, longer } = compiled
  const shared = {
    model_name: model,
    owner_by: '',
    enable_groups: groups.toSorted(),
    price_source: price.source,
  }
  if (price.kind === 'per-call')
    return { ...shared, quota_type: billingType.perCall, model_price: Number(price.dollars), model_ratio: 0, completion_ratio: 0 }
  const ratios = shownRatios(price.weights, (bucket) => isShown(bucket) || prices.isKnown(bucket, price.model))
  const tiers = longer?.map((tier) => {
    const all = Object.assign({}, ...tier.ratios.values())
    return { above: tier.above, model_ratio: tier.ratio, ...Object.fromEntries(Object.keys(ratios).map((key) => [key, all[key]])) }
  })
  return {
    ...shared,
    quota_type: billingType.perUsage,
    model_price: 0,
    model_ratio: Number(price.ratio),
    completion_ratio: 1,
    ...ratios,
    ...termsOf(price),
    ...(tiers ? { length_tiers: tiers } : {}),
  }
}

/** Output costs something at every model; a cache, and other media, only where somebody has stated it. */
const isShown = ({ name }: PriceBucket): boolean => name === 'freshInput' || name === 'output'

function termsOf({ uses, tiers }: Extract<Price, { kind: 'per-token' }>): Pick<PricingEntry, 'tool_prices' | 'tier_ratios'> {
  const numbers = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))
  return { ...(uses ? { tool_prices: numbers(uses) } : {}), ...(tiers ? { tier_ratios: numbers(tiers) } : {}) }
}

function limitsOf({ upstream, requested, channelType }: Offer, prices: PriceTable) {
  const { contextTokens, maxOutputTokens } = prices.limitsOf([upstream, requested], channelType)
  return {
    ...(contextTokens === undefined ? {} : { context_tokens: contextTokens }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
  }
}

function unitOf({ quota_type, model_name }: PricingEntry, traits: ModelTraits) {
  return quota_type === billingType.perCall ? perCallUnit(model_name, traits) : {}
}

function endOf({ end }: ModelTraits): Pick<PricingEntry, 'ends_on' | 'successor'> {
  return end ? { ends_on: end.on, ...(end.successor === undefined ? {} : { successor: end.successor }) } : {}
}
