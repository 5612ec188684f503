// What a call costs, from the words of server-behaviour 4.1 and 4.3 and the price list's description; not from the gateway's own code.
import type { Price } from '../../server/src/domain/pricing/price.ts'
import { type Fraction, fractionOf, nearest, plus, times, whole } from './fraction.ts'

/** Counts of a call, by name. */
export interface OracleUsage {
  readonly [count: string]: unknown
  readonly calls: number
  /** Set where searches are sold. */
  readonly searches?: number
  /** Set where pages are sold. */
  readonly pages?: number
  /** Set where pictures, seconds of films or films are sold; each costs the price times the factor. */
  readonly images?: number
  readonly filmSeconds?: number
  readonly films?: number
  readonly unitFactor?: string
  readonly uses?: Readonly<Record<string, number>>
  readonly tiers?: readonly string[]
}

const inputs = ['freshInput', 'cacheRead', 'cacheWrite', 'cacheWriteLong', 'audioInput', 'audioCacheRead', 'imageInput', 'imageCacheRead']
const outputs = ['output', 'audioOutput']
const kept = ['cacheStorage']

/** Quota units. */
export function oracle(usage: OracleUsage, price: Price): bigint {
  const dollars = price.kind === 'per-call' ? times(sold(usage), fractionOf(price.dollars)) : dollarsOfTokens(usage, price)
  if (price.kind === 'per-call' && usage.calls === 0) return 0n
  const units = times(times(dollars, fractionOf(price.groupRatio)), fractionOf(String(price.quotaPerUnit)))
  if (units.up === 0n) return 0n
  const charged = nearest(units)
  return charged === 0n ? 1n : charged
}

function sold({ images, filmSeconds, films, unitFactor = '1', searches, pages, calls }: OracleUsage): Fraction {
  const made = images ?? filmSeconds ?? films
  return made === undefined ? whole(searches ?? pages ?? calls) : times(whole(made), fractionOf(unitFactor))
}

function dollarsOfTokens(usage: OracleUsage, price: Extract<Price, { kind: 'per-token' }>): Fraction {
  const count = (name: string): bigint => BigInt(usage[name] as number)
  const prompt = inputs.reduce((sum, name) => sum + count(name), 0n)
  let factors: Readonly<Record<string, unknown>> = {}
  for (const tier of price.lengthTiers ?? []) if (prompt > BigInt(tier.above)) factors = { ...tier }

  let tokens = whole(0)
  // What is kept has no length of its own.
  for (const [side, names] of [['input', inputs] as const, ['output', outputs] as const, ['', kept] as const])
    for (const name of names) {
      const factor = fractionOf(String(factors[name] ?? factors[side] ?? '1'))
      const weight = fractionOf(price.weights[name as keyof typeof price.weights])
      tokens = plus(tokens, times(whole(count(name)), times(weight, factor)))
    }
  // A ratio of 1 is 0.002 dollars for a thousand tokens.
  let dollars = times(times(tokens, fractionOf(price.ratio)), fractionOf('0.000002'))
  for (const name of usage.tiers ?? []) {
    const factor = price.tiers?.[name]
    if (factor !== undefined) dollars = times(dollars, fractionOf(factor))
  }
  const fee = price.uses?.request
  if (fee !== undefined) dollars = plus(dollars, times(whole(usage.calls), fractionOf(fee)))
  for (const [kind, times_] of Object.entries(usage.uses ?? {})) {
    const each = price.uses?.[kind]
    if (each !== undefined) dollars = plus(dollars, times(whole(times_), fractionOf(each)))
  }
  return dollars
}
