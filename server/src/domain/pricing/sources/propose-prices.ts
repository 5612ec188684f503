// What a list of prices has that is different here.
import { bucketRatios, type PriceEdits } from '@waystation/contract/options/bucket-ratios'
import type { Option } from '@waystation/contract/options/option'
import { modelPrice, modelRatio } from '@waystation/contract/options/pricing'
import { bucketOf } from '@waystation/contract/prices/price-buckets'
import type { ProposedPrice } from '@waystation/contract/prices/price-review'
import { builtInMap, MAX_QUOTIENT_PLACES } from '../built-in-prices.ts'
import type { PriceOptions } from '../price-table.ts'
import type { ListedModel } from './price-listing.ts'

interface ComparedOption {
  readonly option: Option<PriceEdits>
  /** What counts where neither an edit nor a built-in price stands; null: nothing does. */
  readonly fallback: number | null
}

const compared: ReadonlyMap<string, ComparedOption> = new Map<string, ComparedOption>([
  [modelRatio.key, { option: modelRatio, fallback: null }],
  ...[...bucketRatios].map(
    ([bucket, option]) => [option.key, { option, fallback: Number(bucketOf(bucket)?.ratio.fallback ?? 1) }] as const,
  ),
])

/** The models whose prices are different here, by name, and how many are the same. */
export function proposePrices(
  models: readonly ListedModel[],
  options: Pick<PriceOptions, 'get'>,
): { readonly models: ProposedPrice[]; readonly same: number } {
  const differing = models.flatMap(({ model, prices }) => {
    const changes = prices.flatMap(([key, proposed]) => changeOf(options, { key, model, proposed }) ?? [])
    if (changes.length === 0) return []
    const fixed = effective(options, modelPrice, model)
    return [{ model, prices: changes, ...(fixed === null ? {} : { fixed_price: fixed }) }]
  })
  return { models: differing.sort((a, b) => (a.model < b.model ? -1 : 1)), same: models.length - differing.length }
}

function changeOf(
  options: Pick<PriceOptions, 'get'>,
  { key, model, proposed }: { key: string; model: string; proposed: number },
): ProposedPrice['prices'][number] | undefined {
  const found = compared.get(key)
  if (!found) return undefined
  const now = effective(options, found.option, model)
  const counts = now ?? found.fallback
  return counts !== null && isSame(counts, proposed) ? undefined : { key, now, proposed }
}

/** The number that counts: the edit, or the built-in one; null where there is none, or it was taken away. */
function effective(options: Pick<PriceOptions, 'get'>, option: Option<PriceEdits>, model: string): number | null {
  const edits = options.get(option)
  if (Object.hasOwn(edits, model)) return edits[model] ?? null
  const builtIn = builtInMap(option)
  return Object.hasOwn(builtIn, model) ? (builtIn[model] ?? null) : null
}

/** Quotients of prices are rounded here and there: what differs beyond the places that they are good for is no other price. */
function isSame(a: number, b: number): boolean {
  return a.toFixed(MAX_QUOTIENT_PLACES) === b.toFixed(MAX_QUOTIENT_PLACES)
}
