// The list of models.dev: {provider: {models: {id: {cost: {input, output, …}}}}}, in dollars for a million tokens. Sources: its README and
// packages/core/src/schema.ts, 2026.
//
// `cost.context_over_200k` and `cost.tiers` are prices of long prompts. They are left out: their setting, LengthTiers, has lists of factors, and
// a comparison has one number for each setting. `cost.reasoning` is left out too: thinking is output here, and hardly any vendor asks another
// price for it.

import { product, type Rational } from '@waystation/contract/money/rational'
import { bucketRatios } from '@waystation/contract/options/bucket-ratios'
import { type BucketName, bucketOf } from '@waystation/contract/prices/price-buckets'
import { isRecord } from '../../../lib/fields.ts'
import { MAX_QUOTIENT_PLACES } from '../built-in-prices.ts'
import { DOLLARS_PER_MILLION_AT_RATIO_ONE } from '../price.ts'
import { isModelName, type ListedModel, listedNumber, type PriceListing, roundedNumber } from './price-listing.ts'
import { MAX_RATIO_PLACES, modelRatioKey } from './ratio-keys.ts'

/** The field of `cost` for each bucket; the other fields are no prices of buckets that a setting has. */
const fields: Readonly<Partial<Record<BucketName, string>>> = {
  freshInput: 'input',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
  output: 'output',
  audioInput: 'input_audio',
  audioOutput: 'output_audio',
}

interface Listing {
  readonly provider: string
  readonly prices: ListedModel['prices']
  readonly isFree: boolean
}

/**
 * Reads the list. Where several providers have a model, its vendor's own word counts; else the price that most of them ask, and of prices
 * that equally many ask, the one listed first. Who lists a model for nothing sells it by subscription, so that counts only where nobody asks
 * for money.
 * @param firstHand providers who sell only models of their own, the first before the others
 */
export function readModelsDev(document: Readonly<Record<string, unknown>>, firstHand: readonly string[]): PriceListing {
  const found = new Map<string, Listing[]>()
  for (const [provider, record] of Object.entries(document)) {
    const models = isRecord(record) && isRecord(record.models) ? record.models : {}
    for (const [model, facts] of Object.entries(models)) {
      const listings = found.get(model) ?? []
      found.set(model, listings)
      const prices = isModelName(model) && isRecord(facts) ? pricesOf(facts.cost) : undefined
      if (prices) listings.push({ provider, prices, isFree: prices.every(([, value]) => value === 0) })
    }
  }
  const models = [...found].flatMap(([model, listings]) => {
    const chosen = chosenOf(listings, firstHand)
    return chosen ? [{ model, prices: chosen.prices }] : []
  })
  return { models, unreadable: found.size - models.length }
}

function chosenOf(listings: readonly Listing[], firstHand: readonly string[]): Listing | undefined {
  const own = firstHand.flatMap((id) => listings.filter(({ provider }) => provider === id))[0]
  if (own) return own
  const paid = listings.filter(({ isFree }) => !isFree)
  const byPrice = Map.groupBy(paid.length > 0 ? paid : listings, ({ prices }) => JSON.stringify(prices))
  // A stable sort: of equals the first stays first.
  return [...byPrice.values()].sort((a, b) => b.length - a.length)[0]?.[0]
}

/** The prices of a model as settings; undefined where they cannot be read, or have no ratio to a free input. */
function pricesOf(cost: unknown): ListedModel['prices'] | undefined {
  if (!isRecord(cost)) return undefined
  const dollars = new Map<BucketName, Rational>()
  for (const [bucket, field] of Object.entries(fields) as [BucketName, string][]) {
    if (cost[field] === undefined || cost[field] === null) continue
    const number = listedNumber(cost[field])
    if (!number) return undefined
    dollars.set(bucket, number)
  }
  const input = dollars.get('freshInput')
  if (!input || !dollars.has('output')) return undefined
  if (input.numerator === 0n) return [...dollars.values()].every(isZero) ? [[modelRatioKey, 0]] : undefined
  const ratio = roundedNumber(quotient(input, { numerator: BigInt(DOLLARS_PER_MILLION_AT_RATIO_ONE), denominator: 1n }), MAX_RATIO_PLACES)
  return [[modelRatioKey, ratio], ...[...bucketRatios].flatMap(([bucket, option]) => ratioOf(bucket, option.key, dollars))]
}

/** A list without one entry, or with none: the price is not listed, or what it is relative to is not. */
function ratioOf(bucket: BucketName, key: string, dollars: ReadonlyMap<BucketName, Rational>): [key: string, value: number][] {
  const over = bucketOf(bucket)?.ratio.over
  const [value, base] = [dollars.get(bucket), dollars.get(over ?? 'freshInput')]
  if (!value || !base || isZero(base)) return []
  return [[key, roundedNumber(quotient(value, base), over ? MAX_QUOTIENT_PLACES : MAX_RATIO_PLACES)]]
}

const isZero = ({ numerator }: Rational) => numerator === 0n

/** @param b not zero */
const quotient = (a: Rational, b: Rational) => product(a, { numerator: b.denominator, denominator: b.numerator })
