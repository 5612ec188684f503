// What calls with long prompts cost. The vendors that have such prices (Google, OpenAI, xAI, MiniMax, Alibaba, Volcano Ark, formerly Anthropic) all charge
// the whole call, its output included, by the length of its prompt: all input tokens, cached ones too.
import type { ModelPrice } from '@pydantic/genai-prices'
import type { LengthTier } from '@waystation/contract/prices/length-tiers'
import { baseOf, decimal, divide, fractionOf, isTiered } from './price-fractions.ts'
import { lengthTiersByModel, limitOf, withoutLengthTiers } from './price-groups.ts'
import { yuanLengthTiers } from './yuan-prices.ts'

/** Input buckets that may have a factor of their own, and the list's key of their price. */
const cacheKeys = { cacheRead: 'cache_read_mtok', cacheWrite: 'cache_write_mtok', cacheWriteLong: 'cache_write_1h_mtok' } as const

/** What calls with long prompts cost, as factors on the prices of short ones. */
export function lengthTiersOf(source: string, name: string, prices: ModelPrice): LengthTier[] {
  const byHand = [...lengthTiersByModel, ...yuanLengthTiers].find(([pattern]) => pattern.test(name))?.[1]
  if (byHand) return byHand.map(([above, input, output, own]) => ({ above, input, output, ...own }))
  if (withoutLengthTiers.test(name)) return []
  const starts = Object.values(prices).flatMap((price) => (isTiered(price) ? price.tiers.map(({ start }) => start) : []))
  return [...new Set(starts)].toSorted((a, b) => a - b).map((start) => lengthTierAt(start, source, prices))
}

function lengthTierAt(start: number, source: string, prices: ModelPrice): LengthTier {
  const factor = (key: string): string => {
    const price = prices[key]
    const base = fractionOf(baseOf(price))
    const there = isTiered(price) ? fractionOf(price.tiers.findLast((tier) => tier.start <= start)?.price ?? price.base) : base
    return base && there && base.above > 0n ? decimal(divide(there, base)) : '1'
  }
  const input = factor('input_mtok')
  const own = Object.entries(cacheKeys).flatMap(([bucket, key]) =>
    prices[key] !== undefined && factor(key) !== input ? [[bucket, factor(key)] as const] : [],
  )
  return { above: limitOf(source, start), input, output: factor('output_mtok'), ...Object.fromEntries(own) }
}
