import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import { describe, expect, test } from 'vitest'
import { callPriceSeed, priceSeed } from './built-in-prices.ts'
import { withMeasured } from './hold-policy.ts'
import { imageFactor, measuredImages, type RequestedImages } from './image-price.ts'
import type { Price } from './price.ts'
import { compilePrice, priceCall } from './price-call.ts'

const shared = { version: 1, groupRatio: '1', quotaPerUnit: 500_000 } as const
const perImage = (model: string, dollars: string, more: Partial<Price> = {}) =>
  compilePrice({ ...shared, model, kind: 'per-call', source: 'price', dollars, ...more } as Price)
const perToken = (model: string, ratio: string, weights: Record<string, string> = {}) =>
  compilePrice({ ...shared, model, kind: 'per-token', source: 'ratio', ratio, weights: { ...perBucket(() => '1'), ...weights } })

/** What pictures cost whose vendor counts nothing. */
const cost = (price: ReturnType<typeof compilePrice>, requested: Partial<RequestedImages> = {}) =>
  priceCall(withMeasured({ ...noUsage, calls: 1 }, { measured: measuredImages({ count: 1, ...requested }, price.price) }), price)

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
  ['black-forest-labs/flux-schnell', '1024x1792', undefined, 0.003],
  ['flux-kontext-max', '1024x1792', undefined, 0.08],
  ['flux-pro-1.1', '256x256', undefined, 0.04],
  ['recraft-ai/recraft-v3', '512x512', undefined, 0.04],
  ['grok-imagine-image', '1024x1792', undefined, 0.02],
])('an image of %s at %s in %s quality costs %d dollars', (model, size, quality, dollars) => {
  const price = perImage(model, callPriceSeed.get(model)?.dollars ?? '')
  expect(cost(price, { size, quality }) / 500_000).toBe(dollars)
  expect(cost(price, { size, quality, count: 7 }) / 500_000).toBeCloseTo(7 * dollars, 12)
})

test('sizes of models without steps of their own go by the usual ones', () => {
  const names = ['256x256', '512x512', '1024x1024', '1792x1024', '1024x1792', '1536x1024', 'auto', '', 'constructor']
  expect(names.map((size) => imageFactor('flux', { size }))).toEqual(['0.4', '0.45', '1', '2', '2', '1', '1', '1', '1'])
})

test('a model that is priced by tokens only costs 0.0025 dollars an image at ratio 1', () => {
  expect(cost(perToken('m', '1'), { count: 2 })).toBe(2 * 1250)
  expect(cost(perToken('m', '8'), { size: '256x256' })).toBe(8 * 500)
})

test('the group counts, and what has a price costs one unit at least', () => {
  expect(cost(perImage('m', '0.04', { groupRatio: '0.5' }))).toBe(10_000)
  expect(cost(perImage('m', '0.0000001'))).toBe(1)
  expect(cost(perImage('m', '0.04', { groupRatio: '0' }), { count: 10 })).toBe(0)
})

describe('gpt-image-1: 5 dollars text in, 10 images in, 40 out; a quarter of that for cached input', () => {
  const { ratio = '', cache = '', completion = '', imageInput = '', imageCache = '' } = priceSeed.get('gpt-image-1') ?? {}
  const price = perToken('gpt-image-1', ratio, { cacheRead: cache, output: completion, imageInput, imageCacheRead: imageCache })
  const dollars = (tokens: Partial<Usage>) => priceCall({ ...noUsage, calls: 1, ...tokens }, price) / 500_000

  test('each kind at its price', () => {
    const million = 1_000_000
    expect(dollars({ freshInput: million })).toBe(5)
    expect(dollars({ imageInput: million })).toBe(10)
    expect(dollars({ cacheRead: million })).toBe(1.25)
    expect(dollars({ imageCacheRead: million })).toBe(2.5)
    expect(dollars({ output: million })).toBe(40)
    expect(dollars({ freshInput: 120, imageInput: 646, output: 4160 })).toBe(0.17346)
  })

  // Output tokens of OpenAI's own table, at 40 dollars a million.
  test.each([
    ['low', '1024x1024', 272],
    ['low', '1024x1536', 408],
    ['medium', '1024x1024', 1056],
    ['medium', '1024x1536', 1584],
    ['high', '1024x1024', 4160],
    ['high', '1536x1024', 6240],
    ['auto', 'auto', 6240],
  ])('is held for %s at %s with %d tokens', (quality, size, tokens) => {
    expect(measuredImages({ count: 1, quality, size }, price.price).asTokens).toEqual({ bucket: 'output', count: tokens })
    // A reseller's name for the same model.
    expect(measuredImages({ count: 1, quality, size }, { ...price.price, model: 'openai/gpt-image-1' }).asTokens?.count).toBe(tokens)
    const partly = measuredImages({ count: 2, quality, size, partials: 3 }, price.price).asTokens
    expect(partly?.count).toBe(2 * (tokens + 300))
  })
})
