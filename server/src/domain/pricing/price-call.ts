import { type Quota, quota } from '@waystation/contract/quota'
import { product, type Rational, rational, roundHalfAway } from '@waystation/contract/rational'
import type { Usage } from '@waystation/contract/usage'
import { LRUCache } from 'lru-cache'
import { DOLLARS_PER_MILLION_AT_RATIO_ONE, type Price, tokenBuckets } from './price.ts'

/** A price made ready for arithmetic: whole numbers over one denominator, in the order of `tokenBuckets`. */
export interface CompiledPrice {
  readonly price: Price
  readonly perToken: readonly bigint[]
  readonly perCall: bigint
  readonly denominator: bigint
  /** Quota units for one use of each tool that has a price; absent: none has. */
  readonly perUse?: ReadonlyMap<string, Rational>
  /** Factor of each tier that has a price; absent: none has. */
  readonly perTier?: ReadonlyMap<string, Rational>
  /** The price as JSON text, as holds keep it. */
  readonly text: string
}

const compiled = new LRUCache<string, CompiledPrice>({ max: 5000 })

/**
 * Makes a price ready for `priceCall`.
 * @throws RangeError on a negative ratio: options refuse those, so seeing one here is a bug
 */
export function compilePrice(price: Price): CompiledPrice {
  const key = JSON.stringify(price)
  const known = compiled.get(key)
  if (known) return known

  const groupRatio = rational(price.groupRatio)
  const perUnit = rational(price.quotaPerUnit)
  const factors: Rational[] =
    price.kind === 'per-call'
      ? [product(rational(price.dollars), perUnit, groupRatio)]
      : tokenBuckets.map((bucket) =>
          product(
            rational(price.weights[bucket]),
            rational(price.ratio),
            { numerator: BigInt(DOLLARS_PER_MILLION_AT_RATIO_ONE), denominator: 1_000_000n },
            perUnit,
            groupRatio,
          ),
        )
  if (factors.some((factor) => factor.numerator < 0n)) throw new RangeError(`a price is negative: ${key}`)
  const denominator = factors.reduce((common, factor) => leastCommonMultiple(common, factor.denominator), 1n)
  const scaled = factors.map((factor) => factor.numerator * (denominator / factor.denominator))
  const result: CompiledPrice =
    price.kind === 'per-call'
      ? { price, perToken: tokenBuckets.map(() => 0n), perCall: scaled[0] ?? 0n, denominator, text: key }
      : {
          price,
          perToken: scaled,
          perCall: 0n,
          denominator,
          text: key,
          ...(price.uses ? { perUse: rationals(price.uses, (dollars) => product(dollars, perUnit, groupRatio)) } : {}),
          ...(price.tiers ? { perTier: rationals(price.tiers, (factor) => factor) } : {}),
        }
  compiled.set(key, result)
  return result
}

/**
 * What one call costs its caller.
 *
 * Unit: quota units, whole; QuotaPerUnit of them are one US dollar.
 * Exact: ratios are rationals made from their decimal text; nothing is rounded before the end. Floating point is off by a unit in about
 * one of 20 000 cases, and a bill may not be.
 * Rounding: once, half away from zero; a call that has a price and used anything costs at least one unit.
 * Throws RangeError when the amount leaves the range that a double holds exactly (I18), or a count is not a whole number ≥ 0.
 * Source: specification §9, "Usage cost"; test vectors of server-behaviour 16. The least cost of one unit is ours: docs/decisions.
 */
export function priceCall(usage: Usage, price: CompiledPrice): Quota {
  if (price.price.kind === 'per-call') {
    const sum = wholeCount(usage.calls) * price.perCall
    return atLeastOne(sum, price.denominator, usage.calls > 0)
  }
  let sum = 0n
  let tokens = 0
  tokenBuckets.forEach((bucket, at) => {
    const count = usage[bucket]
    if (count === 0) return
    tokens += count
    sum += wholeCount(count) * (price.perToken[at] ?? 0n)
  })
  if (usage.tiers === undefined && usage.uses === undefined && !price.perUse?.has(REQUEST))
    return atLeastOne(sum, price.denominator, tokens > 0)
  return withTerms({ numerator: sum, denominator: price.denominator }, usage, price)
}

/** The fee per call, among the prices per use. */
const REQUEST = 'request'

/** What tiers and uses of tools make of the price of the tokens. What has no price changes nothing. */
function withTerms(tokens: Rational, usage: Usage, { perUse, perTier }: CompiledPrice): Quota {
  let { numerator, denominator } = product(tokens, ...(usage.tiers ?? []).flatMap((tier) => perTier?.get(tier) ?? []))
  const uses = usage.calls > 0 ? { ...usage.uses, [REQUEST]: usage.calls } : (usage.uses ?? {})
  for (const [kind, count] of Object.entries(uses)) {
    const each = perUse?.get(kind)
    if (!each) continue
    numerator = numerator * each.denominator + wholeCount(count) * each.numerator * denominator
    denominator *= each.denominator
  }
  return atLeastOne(numerator, denominator, true)
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

function atLeastOne(sum: bigint, denominator: bigint, isUsed: boolean): Quota {
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
