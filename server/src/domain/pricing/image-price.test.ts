import { perBucket } from '@waystation/contract/prices/price-buckets'
import { describe, expect, test } from 'vitest'
import { callPriceSeed, priceSeed } from './built-in-prices.ts'
import { imageFactors, MAX_IMAGES, priceImages, priceImageTokens } from './image-price.ts'
import type { Price } from './price.ts'
import { compilePrice } from './price-call.ts'

const shared = { model: 'm', version: 1, groupRatio: '1', quotaPerUnit: 500_000 } as const
const perImage = (dollars: string, more: Partial<Price> = {}) =>
  compilePrice({ ...shared, kind: 'per-call', source: 'price', dollars, ...more } as Price)
const perToken = (ratio: string) => compilePrice({ ...shared, kind: 'per-token', source: 'ratio', ratio, weights: perBucket(() => '1') })
const dollars = (model: string, size?: string, quality?: string, n?: number) =>
  priceImages(perImage(callPriceSeed.get(model)?.dollars ?? ''), { model, size, quality, n }) / 500_000

// OpenAI's and Google's own prices per image.
test.each([
  ['dall-e-3', '1024x1024', 'standard', 0.04],
  ['dall-e-3', '1024x1792', 'standard', 0.08],
  ['dall-e-3', '1792x1024', 'standard', 0.08],
  ['dall-e-3', '1024x1024', 'hd', 0.08],
  ['dall-e-3', '1792×1024', 'hd', 0.12],
  ['dall-e-2', '256x256', undefined, 0.016],
  ['dall-e-2', '512*512', undefined, 0.018],
  ['dall-e-2', '1024x1024', undefined, 0.02],
  ['imagen-4.0-generate-001', '1024x1792', undefined, 0.04],
  ['imagen-4.0-ultra-generate-001', undefined, 'hd', 0.06],
])('an image of %s at %s in %s quality costs %d dollars', (model, size, quality, cost) => {
  expect(dollars(model, size, quality)).toBe(cost)
  expect(dollars(model, size, quality, 7)).toBeCloseTo(7 * cost, 12)
})

test('sizes of models without steps of their own go by the usual ones', () => {
  const size = (name: string) => imageFactors({ model: 'flux', size: name }).size
  expect(['256x256', '512x512', '1024x1024', '1792x1024', '1024x1792', '1536x1024', 'auto', '', 'constructor'].map(size)).toEqual([
    '0.4',
    '0.45',
    '1',
    '2',
    '2',
    '1',
    '1',
    '1',
    '1',
  ])
})

test('a model that is priced by tokens only costs 0.0025 dollars an image at ratio 1', () => {
  expect(priceImages(perToken('1'), { model: 'm', n: 2 })).toBe(2 * 1250)
  expect(priceImages(perToken('8'), { model: 'm', size: '256x256' })).toBe(8 * 500)
})

test('the group counts, and what has a price costs one unit at least', () => {
  expect(priceImages(perImage('0.04', { groupRatio: '0.5' }), { model: 'm' })).toBe(10_000)
  expect(priceImages(perImage('0.0000001'), { model: 'm' })).toBe(1)
  expect(priceImages(perImage('0.04', { groupRatio: '0' }), { model: 'm', n: 10 })).toBe(0)
})

describe('a hostile number of images is refused before anything is computed', () => {
  const hostile = [0, -1, -0.5, 1.5, MAX_IMAGES + 1, 2 ** 53, 2 ** 63, 2 ** 64 - 1, 2 ** 64, 1e308, Number.NaN, Number.POSITIVE_INFINITY]
  test.each([...hostile, '1', '18446744073709551615', null, true, {}, [1], 2n ** 64n])('%s', (n) => {
    expect(() => imageFactors({ model: 'dall-e-3', n })).toThrow(RangeError)
    expect(() => priceImages(perImage('0.04'), { model: 'dall-e-3', n })).toThrow(RangeError)
  })
})

describe('tokens of images at gpt-image-1: 5 dollars text in, 10 images in, 40 out; a quarter of that for cached input', () => {
  const row = priceSeed.get('gpt-image-1')
  const weights = { ...perBucket(() => '1'), cacheRead: row?.cache ?? '', output: row?.completion ?? '' }
  const price = compilePrice({ ...shared, kind: 'per-token', source: 'ratio', ratio: row?.ratio ?? '', weights })
  const none = { text: 0, cachedText: 0, image: 0, cachedImage: 0, output: 0 }
  const cost = (tokens: Partial<typeof none>) => priceImageTokens(price, { ...none, ...tokens }, row?.imageInput ?? '') / 500_000

  test('each kind at its price', () => {
    const million = 1_000_000
    expect(cost({ text: million })).toBe(5)
    expect(cost({ image: million })).toBe(10)
    expect(cost({ cachedText: million })).toBe(1.25)
    expect(cost({ cachedImage: million })).toBe(2.5)
    expect(cost({ output: million })).toBe(40)
    expect(cost({ text: 120, image: 646, output: 4160 })).toBe(0.17346)
    expect(cost({})).toBe(0)
  })

  test.each([-1, 0.5, Number.NaN, 1e308, 2 ** 53])('%d tokens are refused', (count) => {
    expect(() => cost({ image: count })).toThrow(RangeError)
  })
})
