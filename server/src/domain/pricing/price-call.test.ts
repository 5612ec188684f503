// MON-3: the price function against an exact oracle that shares nothing with it but the definition, with hostile numbers.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { perBucket, priceBuckets } from '@waystation/contract/prices/price-buckets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price } from './price.ts'
import { affordable, compilePrice, priceCall } from './price-call.ts'

const weights = perBucket(() => '1')
const perToken = (ratio: string, more: Partial<typeof weights> = {}, groupRatio = '1'): Price => ({
  kind: 'per-token',
  model: 'm',
  source: 'ratio',
  ratio,
  weights: { ...weights, ...more },
  version: 1,
  groupRatio,
  quotaPerUnit: 500_000,
})
const perCall = (dollars: string, groupRatio = '1'): Price => ({
  kind: 'per-call',
  model: 'm',
  source: 'price',
  dollars,
  version: 1,
  groupRatio,
  quotaPerUnit: 500_000,
})
const cost = (usage: Partial<Usage>, price: Price) => priceCall({ ...noUsage, ...usage }, compilePrice(price))

describe('the vectors of the specification', () => {
  test('1: cached input and output at a ratio', () => {
    expect(cost({ freshInput: 600, cacheRead: 400, output: 200 }, perToken('1.25', { cacheRead: '0.5', output: '4' }))).toBe(2000)
  })
  test('2: whatever has a price and was used costs at least one unit', () => {
    expect(cost({ freshInput: 10 }, perToken('0.01'))).toBe(1)
    expect(cost({ freshInput: 10 }, perToken('0'))).toBe(0)
    expect(cost({}, perToken('5'))).toBe(0)
  })
  test('3: a fixed price, at half for the group', () => {
    expect(cost({ calls: 1, freshInput: 999 }, perCall('0.04', '0.5'))).toBe(10_000)
    expect(cost({ calls: 0 }, perCall('0.04'))).toBe(0)
  })
  test('4: cache reads and writes; a half is rounded away from zero', () => {
    const price = perToken('1.5', { cacheRead: '0.1', cacheWrite: '1.25', output: '5' })
    expect(cost({ freshInput: 100, cacheRead: 2000, cacheWrite: 500, output: 50 }, price)).toBe(1763)
  })
  test('5: sound in and out', () => {
    const price = perToken('1.25', { output: '4', audioInput: '40', audioOutput: '80' })
    expect(cost({ freshInput: 100, output: 50, audioInput: 200, audioOutput: 300 }, price)).toBe(40_375)
  })
})

/** An exact oracle: scaled integers of twenty decimals, written without rationals. */
function oracle(usage: Usage, price: Price): bigint {
  const SCALE = 20
  const scaled = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(SCALE, '0'))
  }
  const one = 10n ** BigInt(SCALE)
  let top: bigint
  let bottom: bigint
  if (price.kind === 'per-call') {
    top = BigInt(usage.calls) * scaled(price.dollars) * BigInt(price.quotaPerUnit) * scaled(price.groupRatio)
    bottom = one * one
  } else {
    const weighted = priceBuckets.reduce((sum, { name }) => sum + BigInt(usage[name]) * scaled(price.weights[name]), 0n)
    top = weighted * scaled(price.ratio) * 2n * BigInt(price.quotaPerUnit) * scaled(price.groupRatio)
    bottom = one * one * one * 1_000_000n
  }
  if (top === 0n) return 0n
  const rounded = (top * 2n + bottom) / (bottom * 2n)
  return rounded < 1n ? 1n : rounded
}

const decimal = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([whole, places, digits]) => {
      const fraction = String(digits).padStart(12, '0').slice(0, places)
      return fraction === '' ? String(whole) : `${whole}.${fraction}`
    })
const tokens = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 10_000_000 }))

const usage = fc.record({
  ...perBucket(() => tokens),
  calls: fc.integer({ min: 0, max: 3 }),
})
const price = fc.oneof(
  fc
    .record({ ratio: decimal(40), output: decimal(20), cacheRead: decimal(2), cacheWrite: decimal(3), group: decimal(3) })
    .map((one) => perToken(one.ratio, one, one.group)),
  fc.record({ dollars: decimal(20), group: decimal(3) }).map((one) => perCall(one.dollars, one.group)),
)

test('MON-3 every price equals the exact oracle, and is a whole number within range', () => {
  const runs = Number(process.env.WAYSTATION_PRICE_RUNS ?? 10_000)
  let compared = 0
  fc.assert(
    fc.property(usage, price, (used, drawn) => {
      const expected = oracle({ ...noUsage, ...used }, drawn)
      if (expected > BigInt(Number.MAX_SAFE_INTEGER)) {
        expect(() => cost(used, drawn)).toThrow(RangeError)
      } else {
        const found = cost(used, drawn)
        if (BigInt(found) !== expected) throw new Error(`${found} is not ${expected}`)
      }
      compared += 1
    }),
    { numRuns: runs },
  )
  expect(compared).toBeGreaterThanOrEqual(runs)
}, 120_000)

test('as much output as an amount pays for, and not a token more', () => {
  fc.assert(
    fc.property(usage, price, fc.integer({ min: 0, max: 1_000_000_000 }), (given, drawn, most) => {
      const used = { ...noUsage, ...given }
      const compiled = compilePrice(drawn)
      if (oracle(used, drawn) > BigInt(Number.MAX_SAFE_INTEGER)) return
      const cut = affordable(used, compiled, most)
      expect({ ...cut, output: used.output }).toEqual(used)
      const isAffordable = priceCall(cut, compiled) <= most
      if (cut.output > 0 && cut.output < used.output) expect(isAffordable).toBe(true)
      if (cut.output < used.output) expect(priceCall({ ...cut, output: cut.output + 1 }, compiled)).toBeGreaterThan(most)
      else expect(isAffordable || used.output === 0).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['more than is exact', 2 ** 53],
  ['negative', -1],
  ['negative by much', -1e308],
  ['a fraction', 1.5],
  ['not a number', Number.NaN],
  ['infinite', Number.POSITIVE_INFINITY],
  ['enormous', 1e308],
])('a count that is %s is refused before any effect', (_name, count) => {
  expect(() => cost({ freshInput: count }, perToken('1'))).toThrow(RangeError)
  expect(() => cost({ calls: count }, perCall('1'))).toThrow(RangeError)
})

test('minus zero counts as zero', () => {
  expect(cost({ freshInput: -0 }, perToken('1'))).toBe(0)
})

test('an amount beyond the exact range is refused, not wrapped', () => {
  expect(() => cost({ freshInput: Number.MAX_SAFE_INTEGER }, perToken('37.5'))).toThrow(RangeError)
})

test('a negative ratio is a bug and is refused', () => {
  expect(() => compilePrice(perToken('-1'))).toThrow(RangeError)
  expect(() => compilePrice(perCall('1', '-0.5'))).toThrow(RangeError)
})
