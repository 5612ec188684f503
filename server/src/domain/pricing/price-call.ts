import { promptTokensOf, soldOf, type Usage } from '@waystation/contract/calls/usage'
import { type Quota, quota } from '@waystation/contract/money/quota'
import { decimalText, product, type Rational, rational, roundHalfAway } from '@waystation/contract/money/rational'
import { type LengthTier, lengthFactor } from '@waystation/contract/prices/length-tiers'
import { type BucketName, type Medium, perBucket, priceBuckets } from '@waystation/contract/prices/price-buckets'
import { DOLLARS_PER_MILLION_AT_RATIO_ONE, type Price, type PricePerToken } from './price.ts'
import { ratiosByMedium, type ShownRatios, type Weights } from './shown-ratios.ts'

/** What the tokens of a call cost: whole numbers over one denominator. */
interface TokenPrices {
  /** What a token of each bucket costs. */
  readonly perToken: readonly { readonly bucket: BucketName; readonly units: bigint }[]
  readonly denominator: bigint
  /** The ratios that a log row shows, computed once for all calls; a price per call has none. */
  readonly ratios: ReadonlyMap<Medium, ShownRatios>
}

/** The same for prompts that are longer than so many tokens. */
export interface LongTokenPrices extends TokenPrices {
  readonly above: number
  /** The model ratio that a log row shows. */
  readonly ratio: number
}

/** A price made ready for arithmetic. */
export interface CompiledPrice extends TokenPrices {
  readonly price: Price
  readonly perCall: bigint
  /** Prices of long prompts, the shortest first; absent: the same for all lengths. */
  readonly longer?: readonly LongTokenPrices[]
  /** Quota units for one use of each tool that has a price; absent: none has. */
  readonly perUse?: ReadonlyMap<string, Rational>
  /** Factor of each tier that has a price; absent: none has. */
  readonly perTier?: ReadonlyMap<string, Rational>
  /** The price as JSON text, as holds store it. */
  readonly text: string
}

/**
 * Makes a price ready for `priceCall`. Takes its time: keep the result.
 * @param text the price as JSON
 * @throws RangeError on a negative ratio: options refuse those, so seeing one here is a bug
 */
export function compilePrice(price: Price, text = JSON.stringify(price)): CompiledPrice {
  const perDollar = product(rational(price.groupRatio), rational(price.quotaPerUnit))
  if (price.kind === 'per-call') {
    const { numerator, denominator } = notNegative(product(rational(price.dollars), perDollar), text)
    return { price, perToken: [], perCall: numerator, denominator, ratios: new Map(), text }
  }
  const atRatioOne = { numerator: BigInt(DOLLARS_PER_MILLION_AT_RATIO_ONE), denominator: 1_000_000n }
  const atWeightOne = product(rational(price.ratio), atRatioOne, perDollar)
  return {
    price,
    ...tokenPrices(price.weights, atWeightOne, text),
    perCall: 0n,
    text,
    ...(price.lengthTiers ? { longer: price.lengthTiers.map((tier) => longTokenPrices(price, tier, atWeightOne, text)) } : {}),
    ...(price.uses ? { perUse: rationals(price.uses, (dollars) => product(dollars, perDollar)) } : {}),
    ...(price.tiers ? { perTier: rationals(price.tiers, (factor) => factor) } : {}),
  }
}

function tokenPrices(weights: Weights, atWeightOne: Rational, text: string): TokenPrices {
  const factors = priceBuckets.map(({ name }) => ({
    bucket: name,
    factor: notNegative(product(rational(weights[name]), atWeightOne), text),
  }))
  const denominator = factors.reduce((common, { factor }) => leastCommonMultiple(common, factor.denominator), 1n)
  return {
    perToken: factors.map(({ bucket, factor }) => ({ bucket, units: factor.numerator * (denominator / factor.denominator) })),
    denominator,
    ratios: ratiosByMedium(weights),
  }
}

function longTokenPrices(price: PricePerToken, tier: LengthTier, atWeightOne: Rational, text: string): LongTokenPrices {
  const weights = weightsAt(price, tier)
  const input = rational(weights.freshInput)
  const overInput = (weight: string) => product(rational(weight), { numerator: input.denominator, denominator: input.numerator })
  return {
    ...tokenPrices(weights, atWeightOne, text),
    above: tier.above,
    ratio: Number(decimalText(product(rational(price.ratio), input))),
    // A row's other ratios are relative to its model ratio.
    ratios: ratiosByMedium(perBucket(({ name }) => decimalText(overInput(weights[name])))),
  }
}

/** What a token of each bucket weighs in calls of this length against a fresh input token of a short one: exact decimal texts. */
export function weightsAt(price: PricePerToken, tier: LengthTier): Weights {
  return perBucket(({ name }) => decimalText(product(rational(price.weights[name]), rational(lengthFactor(tier, name)))))
}

function notNegative(factor: Rational, text: string): Rational {
  if (factor.numerator < 0n) throw new RangeError(`a price is negative: ${text}`)
  return factor
}

/**
 * What one call costs its caller.
 *
 * Unit: quota units, whole; QuotaPerUnit of them are one US dollar.
 * Exact: ratios are rationals made from their decimal text; nothing is rounded before the end. Floating point is off by a unit in about
 * one of 20 000 cases, and a bill may not be.
 * Rounding: once, half away from zero; a call that has a price and used anything costs at least one unit.
 * Per call: where searches or pages are sold, the price is that of one; where pictures are, that of one of the usual size and quality;
 * where films are, that of a film or of a second of one, of the usual resolution.
 * Long prompts: where a price has length tiers, the whole call is charged at that of its prompt.
 * Throws RangeError when the amount leaves the range that a double holds exactly (I18), or a count is not a whole number ≥ 0.
 * Source: specification §9, "Usage cost"; test vectors of server-behaviour 16. The least cost of one unit is ours: docs/decisions.
 * @param promptTokens the length that decides on the tier, where it is not that of the usage
 */
export function priceCall(usage: Usage, price: CompiledPrice, promptTokens?: number): Quota {
  const { numerator, denominator, isUsed } = exactPrice(usage, price, promptTokens)
  return chargedUnits(numerator, denominator, isUsed)
}

/** What one call costs before it is rounded, in quota units. */
export interface ExactPrice extends Rational {
  /** Was anything used that has a price? */
  readonly isUsed: boolean
}

/** The same before it is rounded. */
export function exactPrice(usage: Usage, price: CompiledPrice, promptTokens?: number): ExactPrice {
  if (price.price.kind === 'per-call') {
    const { numerator, denominator } = unitsSold(usage)
    return { numerator: numerator * price.perCall, denominator: denominator * price.denominator, isUsed: usage.calls > 0 }
  }
  const { perToken, denominator } = price.longer === undefined ? price : tokenPricesFor(price, promptTokens ?? promptTokensOf(usage))
  let sum = 0n
  let tokens = 0
  for (const { bucket, units } of perToken) {
    const count = usage[bucket]
    if (count === 0) continue
    tokens += count
    sum += wholeCount(count) * units
  }
  if (usage.tiers === undefined && usage.uses === undefined && !price.perUse?.has(REQUEST))
    return { numerator: sum, denominator, isUsed: tokens > 0 }
  return withTerms({ numerator: sum, denominator }, usage, price)
}

/** What a price per call is multiplied by. */
function unitsSold(usage: Usage): Rational {
  const { count } = soldOf(usage)
  const factor = rational(usage.unitFactor ?? '1')
  return { numerator: wholeCount(count) * factor.numerator, denominator: factor.denominator }
}

/** The prices for prompts of this length: the model's own, or those of the longest tier that is exceeded. */
export function tokenPricesFor(price: CompiledPrice, promptTokens: number): TokenPrices | LongTokenPrices {
  return price.longer?.findLast(({ above }) => promptTokens > above) ?? price
}

/** The most that a call may cost whose prompt is no longer than that of `usage`: a longer prompt need not be the dearer one. */
export function priceCallAtMost(usage: Usage, price: CompiledPrice): Quota {
  const cost = priceCall(usage, price)
  if (price.longer === undefined) return cost
  const prompt = promptTokensOf(usage)
  return price.longer.reduce((most, { above }) => quota(Math.max(most, priceCall(usage, price, Math.min(above, prompt)))), cost)
}

/** The fee per call, among the prices per use. */
const REQUEST = 'request'

/** What tiers and uses of tools make of the price of the tokens. What has no price changes nothing. */
function withTerms(tokens: Rational, usage: Usage, { perUse, perTier }: CompiledPrice): ExactPrice {
  let { numerator, denominator } = product(tokens, ...(usage.tiers ?? []).flatMap((tier) => perTier?.get(tier) ?? []))
  const uses = usage.calls > 0 ? { ...usage.uses, [REQUEST]: usage.calls } : (usage.uses ?? {})
  for (const [kind, count] of Object.entries(uses)) {
    const each = perUse?.get(kind)
    if (!each) continue
    numerator = numerator * each.denominator + wholeCount(count) * each.numerator * denominator
    denominator *= each.denominator
  }
  return { numerator, denominator, isUsed: true }
}

function rationals(texts: Readonly<Record<string, string>>, made: (value: Rational) => Rational): ReadonlyMap<string, Rational> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, made(rational(text))]))
}

/** The usage with as much of its output as this much quota pays for: all of it, or the most that does not cost more. */
export function affordable(usage: Usage, price: CompiledPrice, most: number): Usage {
  const costs = (output: number) => priceCall({ ...usage, output }, price)
  if (costs(usage.output) <= most) return usage
  let [least, beyond] = [0, usage.output]
  while (beyond - least > 1) {
    const middle = Math.floor((least + beyond) / 2)
    if (costs(middle) <= most) least = middle
    else beyond = middle
  }
  return { ...usage, output: least, reasoning: Math.min(usage.reasoning, least) }
}

/** Whole units of an exact amount: rounded once, half away from zero, at least one for whatever has a price and was used. */
export function chargedUnits(sum: bigint, denominator: bigint, isUsed: boolean): Quota {
  if (sum === 0n || !isUsed) return quota(0)
  const units = roundHalfAway(sum, denominator)
  return quota(Number(units < 1n ? 1n : units))
}

function wholeCount(count: number): bigint {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a count`)
  return BigInt(count)
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return (a / x) * b
}
