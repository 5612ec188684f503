// The prices that come with the product, by model and as the maps that GET /api/option/ answers with (decision D51).
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import seedJson from './price-seed.json' with { type: 'json' }

/** A row of price-seed.json; tools/make-price-seed.ts says what each column means. */
export interface SeedPrice {
  readonly ratio: string
  readonly completion: string
  readonly cache: string
  readonly cacheWrite: string
  readonly cacheWriteLong: string
  readonly audioInput?: string
  readonly audioOutput?: string
  readonly maxOutput?: number
  readonly uses?: Readonly<Record<string, string>>
  readonly tiers?: Readonly<Record<string, string>>
}

/** The seed by model. The file is printed in this shape, and its test reads every row. */
export const priceSeed: ReadonlyMap<string, SeedPrice> = new Map(Object.entries(seedJson as Record<string, SeedPrice>))

/** Model to number; the shape of all price options without what was taken away. */
export type PriceMap = Readonly<Record<string, number>>

/** The price options, each with its built-in map. There are no built-in prices per call. */
const builtIn: ReadonlyMap<string, PriceMap> = new Map<string, PriceMap>([
  [pricing.modelPrice.key, {}],
  [pricing.modelRatio.key, mapOf(({ ratio }) => ratio)],
  [pricing.completionRatio.key, mapOf(({ completion }) => completion)],
  [pricing.cacheRatio.key, mapOf(({ cache }) => cache)],
  [pricing.cacheCreationRatio.key, mapOf(({ cacheWrite }) => cacheWrite)],
  [pricing.audioRatio.key, mapOf(({ audioInput }) => audioInput)],
  [pricing.audioCompletionRatio.key, mapOf(audioCompletionOf)],
])

/** The built-in map of a price option; undefined for every other option. */
export function builtInMap(option: Option): PriceMap | undefined {
  return builtIn.get(option.key)
}

/** What counts: the built-in map with the edits above it, and without the prices that were taken away. */
export function effectiveMap(base: PriceMap, edits: pricing.PriceEdits): PriceMap {
  const kept = Object.entries({ ...base, ...edits }).filter((entry): entry is [string, number] => entry[1] !== null)
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The edits that `saved` says. A built-in price is taken away by null and by nothing else: a map that names one model alone, as scripts
 * save it, takes no price from the others. What is missing in `saved` and was taken away before stays so.
 * What is as it was built in is no edit, so that a later version's prices reach it.
 */
export function editsOf(base: PriceMap, saved: pricing.PriceEdits, before: pricing.PriceEdits): pricing.PriceEdits {
  const changed = Object.entries(saved).filter(([model, value]) => (Object.hasOwn(base, model) ? value !== base[model] : value !== null))
  const gone = Object.entries(before).filter(([model, value]) => value === null && !Object.hasOwn(saved, model))
  return Object.fromEntries([...changed, ...gone])
}

/** Price of sound out over sound in, of models that say both. */
function audioCompletionOf({ audioInput, audioOutput }: SeedPrice): string | undefined {
  if (audioInput === undefined || audioOutput === undefined) return undefined
  // Both were rounded to twelve places; nine are what the quotient is good for.
  return (Number(audioOutput) / Number(audioInput)).toFixed(9)
}

function mapOf(column: (row: SeedPrice) => string | undefined): PriceMap {
  const entries = [...priceSeed].map(([model, row]) => [model, column(row)] as const)
  return Object.fromEntries(entries.flatMap(([model, text]) => (text === undefined ? [] : [[model, Number(text)]])))
}
