// What a log row stores about a charge: enough to explain every unit of it.

import type { ChargeFact, ChargeLine, UnbilledUse } from '@waystation/contract/calls/log'
import { promptTokensOf, soldOf, type Usage } from '@waystation/contract/calls/usage'
import { lengthTierOf } from '@waystation/contract/prices/length-tiers'
import { priceBuckets } from '@waystation/contract/prices/price-buckets'
import type { Price } from '../../domain/pricing/price.ts'
import { weightsAt } from '../../domain/pricing/price-call.ts'

/**
 * The arithmetic of a charge, line by line.
 * @param promptTokens the length that decides on the tier, where it is not that of the usage
 */
export function chargeFact(
  price: Price,
  usage: Usage,
  charge: { quota: number; held: number; ref: string },
  promptTokens = promptTokensOf(usage),
): ChargeFact {
  const common = {
    price_source: price.source,
    priced_model: price.model,
    group_ratio: price.groupRatio,
    quota: charge.quota,
    held: charge.held,
    ...(charge.quota > 0 ? { entry_ref: charge.ref } : {}),
    ...unbilledFact(price, usage),
  }
  if (price.kind === 'per-call') return { kind: 'per-call', lines: [soldLine(usage)], model_price: price.dollars, ...common }
  const tier = price.lengthTiers && lengthTierOf(price.lengthTiers, promptTokens)
  const weights = tier ? weightsAt(price, tier) : price.weights
  const lines = priceBuckets
    .filter(({ name }) => usage[name] > 0)
    .map(({ name }) => ({ bucket: name, tokens: usage[name], weight: weights[name] }))
  return {
    kind: 'per-token',
    lines,
    model_ratio: price.ratio,
    ...(tier ? { length_tier: tier } : {}),
    ...termFacts(price, usage),
    ...common,
  }
}

/** What a price per call is multiplied by. */
function soldLine(usage: Usage): ChargeLine {
  const { unit, count } = soldOf(usage)
  return { bucket: unit, tokens: count, weight: usage.unitFactor ?? '1' }
}

/** Tiers and tool uses that are a part of the charge; unpriced ones are listed as such. Empty for most calls. */
function termFacts({ uses, tiers }: Extract<Price, { kind: 'per-token' }>, usage: Usage): Pick<ChargeFact, 'tiers' | 'uses' | 'unpriced'> {
  if (usage.tiers === undefined && usage.uses === undefined && uses?.request === undefined) return {}
  const counted = Object.entries({ ...usage.uses, ...(usage.calls > 0 && uses?.request !== undefined ? { request: usage.calls } : {}) })
  const priced = counted.flatMap(([kind, count]) => (uses?.[kind] === undefined ? [] : [{ kind, count, dollars: uses[kind] }]))
  const factors = (usage.tiers ?? []).flatMap((name) => (tiers?.[name] === undefined ? [] : [{ name, factor: tiers[name] }]))
  // A search is charged once, by whichever of its counts has a price.
  const isSearchPriced = priced.some(({ kind }) => kind === 'webSearch' || kind === 'groundedPrompt' || kind === 'request')
  const unpriced = [
    ...(usage.tiers ?? []).filter((name) => tiers?.[name] === undefined),
    ...counted
      .map(([kind]) => kind)
      .filter((kind) => uses?.[kind] === undefined && !(isSearchPriced && /webSearch$|groundedPrompt/.test(kind))),
  ]
  return {
    ...(factors.length > 0 ? { tiers: factors } : {}),
    ...(priced.length > 0 ? { uses: priced } : {}),
    ...(unpriced.length > 0 ? { unpriced } : {}),
  }
}

/** What was used and is in no line, so that the call can be charged again at other prices. */
function unbilledFact(price: Price, usage: Usage): Pick<ChargeFact, 'unbilled'> {
  const isPerToken = price.kind === 'per-token'
  const [pricedUses, pricedTiers] = isPerToken ? [price.uses, price.tiers] : []
  const uses = Object.entries(usage.uses ?? {}).filter(([kind]) => pricedUses?.[kind] === undefined)
  const tiers = usage.tiers?.filter((name) => pricedTiers?.[name] === undefined) ?? []
  const tokens = isPerToken ? [] : priceBuckets.flatMap(({ name }) => (usage[name] > 0 ? [[name, usage[name]] as const] : []))
  const isBare = isPerToken && usage.calls > 0 && priceBuckets.every(({ name }) => usage[name] === 0)
  const unbilled: UnbilledUse = {
    ...(tokens.length > 0 ? { tokens: Object.fromEntries(tokens) } : {}),
    ...(uses.length > 0 ? { uses: Object.fromEntries(uses) } : {}),
    ...(tiers.length > 0 ? { tiers } : {}),
    ...(isBare ? { calls: usage.calls } : {}),
  }
  // At a fixed price it is always there: without it, nothing would be known of the tokens.
  return isPerToken && Object.keys(unbilled).length === 0 ? {} : { unbilled }
}
