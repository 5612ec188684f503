// What batches cost, against sums of fractions that share nothing with the code but the definition.
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchSum, batchPrice, priceFor } from './batch-price.ts'
import type { Price } from './price.ts'
import { compilePrice, priceCall } from './price-call.ts'

const common = { model: 'm', version: 1, groupRatio: '1', quotaPerUnit: 500_000 } as const
const weights = { ...perBucket(() => '1'), output: '4' }
const perToken: Price = { ...common, kind: 'per-token', source: 'ratio', ratio: '0.25', weights }
const perCall: Price = { ...common, kind: 'per-call', source: 'price', dollars: '0.04' }

function sumOf(price: Price, answers: readonly Partial<Usage>[]): BatchSum {
  const sum = new BatchSum(batchPrice(compilePrice(price)))
  for (const usage of answers) sum.add({ ...noUsage, calls: 1, ...usage })
  return sum
}
const costOf = (price: Price, ...answers: readonly Partial<Usage>[]) => sumOf(price, answers).cost

test('a batch costs half, or what the price says of batches', () => {
  expect(costOf(perToken, { freshInput: 400, output: 100 })).toBe(100)
  expect(costOf({ ...perToken, tiers: { batch: '0.4' } }, { freshInput: 400, output: 100 })).toBe(80)
  expect(costOf(perCall, {}, {}, {})).toBe(30_000)
  expect(costOf(perToken)).toBe(0)
})

test('what every answer uses is added up before it is rounded', () => {
  const token = { freshInput: 1 }
  expect(priceCall({ ...noUsage, ...token }, batchPrice(compilePrice(perToken)))).toBe(1)
  expect(costOf(perToken, ...Array.from({ length: 80 }, () => token))).toBe(10)
})

test('answers of long prompts, and of dearer tiers, have prices of their own', () => {
  const long: Price = { ...perToken, tiers: { 'geo:us': '1.1' }, lengthTiers: [{ above: 1000, input: '2' }] }
  // 0.125 units a token: 1000 at the price of short prompts, 1001 at twice that, 1000 at 1.1 times that.
  expect(costOf(long, { freshInput: 1000 }, { freshInput: 1001 }, { freshInput: 1000, tiers: ['geo:us'] })).toBe(513)
  expect(sumOf(long, [{ freshInput: 1000 }, { freshInput: 1001 }]).usage).toMatchObject({ freshInput: 2001, calls: 2, tiers: ['batch'] })
})

test('a tier that is cheaper by itself is no cheaper once more in a batch', () => {
  const tiers = { flex: '0.5', priority: '2' }
  expect(costOf({ ...perToken, tiers }, { freshInput: 800, tiers: ['flex'] })).toBe(100)
  expect(costOf({ ...perToken, tiers }, { freshInput: 800, tiers: ['priority'] })).toBe(200)
})

test('what no number holds costs as much as it may', () => {
  const answer = { ...noUsage, calls: 1, output: Number.MAX_SAFE_INTEGER }
  const sum = sumOf({ ...perToken, ratio: '100000' }, [answer, answer])
  expect(sum.costUpTo(700)).toBe(700)
  expect(sum.usage.output).toBe(1_000_000_000_000)
})

test('any batch costs the exact sum of its answers, rounded once', () => {
  const counts = fc.record({ freshInput: fc.nat(5000), cacheRead: fc.nat(5000), output: fc.nat(5000) })
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 50 }), (answers) => {
      const eighths = answers.reduce((sum, { freshInput, cacheRead, output }) => sum + freshInput + cacheRead + 4 * output, 0)
      const expected = eighths === 0 ? 0 : Math.max(1, Math.round(eighths / 8))
      expect(costOf(perToken, ...answers)).toBe(expected)
    }),
  )
})

test('only what was used in a batch is charged at its price', () => {
  const price = compilePrice(perToken)
  expect(priceFor({ tiers: ['batch'] }, price)).toBe(batchPrice(price))
  expect(priceFor({}, price)).toBe(price)
})
