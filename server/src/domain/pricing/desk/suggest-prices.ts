// What a model without a price may cost: prices of the same model under another name, here or in the lists that came with the product.
import { bucketRatios } from '@waystation/contract/options/bucket-ratios'
import { modelPrice, modelRatio } from '@waystation/contract/options/pricing'
import type { PriceSuggestion } from '@waystation/contract/prices/price-desk'
import { builtInMap, callPriceSeed, effectiveMap, priceSeed } from '../built-in-prices.ts'
import sourcesJson from '../price-sources.json' with { type: 'json' }
import type { PriceOptions } from '../price-table.ts'

/** How many are shown of a model. */
const MAX_SUGGESTIONS = 3

const sources = new Map(Object.entries(sourcesJson as Record<string, { readonly name: string }>))
const options = [modelPrice, modelRatio, ...bucketRatios.values()]

/**
 * The name of a model without what resellers put around it: who made it, capitals, and dots that others write as hyphens. An ending behind a
 * colon stays, since such models have prices of their own.
 */
export function plainName(model: string): string {
  return model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^(?:[a-z]+\.){1,2}(?=[a-z])/, '')
    .replace(/-v\d+:\d+$/, '')
    .replace(/[._\s]+/g, '-')
}

/** The same without the day of a release; a model costs the same on each of them, as a rule. */
export function undatedName(plain: string): string {
  return plain.replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/, '')
}

/** Looks up suggestions among the prices in force. */
export function priceSuggester(stored: Pick<PriceOptions, 'get'>): (model: string) => PriceSuggestion[] {
  const maps = options.map((option) => [option.key, effectiveMap(builtInMap(option), stored.get(option))] as const)
  const priced = [...new Set([...Object.keys(maps[0]?.[1] ?? {}), ...Object.keys(maps[1]?.[1] ?? {})])]
  const exact = Map.groupBy(priced, plainName)
  const undated = Map.groupBy(priced, (model) => undatedName(plainName(model)))
  const ratios = new Set<string>([...bucketRatios.values(), modelRatio].map(({ key }) => key))

  const pricesOf = (model: string): PriceSuggestion['prices'] => {
    const all = maps.flatMap(([key, map]) => (Object.hasOwn(map, model) ? [{ key, proposed: map[model] ?? 0 }] : []))
    // While there is a price per call, ratios have no effect.
    return all.some(({ key }) => key === modelPrice.key) ? all.filter(({ key }) => !ratios.has(key)) : all
  }
  const isOwn = (model: string) => options.some((option) => Object.hasOwn(stored.get(option), model))

  return (model) => {
    const plain = plainName(model)
    const names = [...(exact.get(plain) ?? []).toSorted(byMaker), ...(undated.get(undatedName(plain)) ?? []).toSorted(byMaker)]
    const found = new Map<string, PriceSuggestion>()
    for (const name of names) {
      const prices = pricesOf(name)
      const id = JSON.stringify(prices)
      const source = isOwn(name) ? {} : sourceOf(name)
      if (name !== model && !found.has(id)) found.set(id, { model: name, prices, ...source })
    }
    return [...found.values()].slice(0, MAX_SUGGESTIONS)
  }
}

/** What a maker's own list says comes before what resellers say; their names have a slash. */
function byMaker(a: string, b: string): number {
  return Number(a.includes('/')) - Number(b.includes('/')) || a.length - b.length || (a < b ? -1 : 1)
}

function sourceOf(model: string): { source?: string } {
  const id = callPriceSeed.get(model)?.source ?? priceSeed.get(model)?.source
  return id === undefined ? {} : { source: sources.get(id)?.name ?? id }
}
