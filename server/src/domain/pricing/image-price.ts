// What pictures are sold by: a price for each, times factors for its size and quality, or tokens that their vendor counts. Source:
// server-behaviour 4.3 and its test vector 8.

import { sizeFactors } from '@waystation/contract/models/picture-sizes'
import { traitsOf } from '@waystation/contract/models/traits'
import { decimalText, product, rational } from '@waystation/contract/money/rational'
import type { Measured } from './hold-policy.ts'
import type { Price } from './price.ts'

/** The pictures that a call requests. */
export interface RequestedImages {
  /** How many: a whole number from 1. */
  readonly count: number
  /** As the caller wrote it, such as `1024x1792`; absent: the usual one. */
  readonly size?: string | undefined
  readonly quality?: string | undefined
  /** Pictures that are shown while each one is made. */
  readonly partials?: number
  /** Pictures in one animation; absent: it is none. */
  readonly frames?: number
}

/** A picture at a model that is priced by tokens, and whose vendor counts none, is charged as this many: 0.0025 dollars at ratio 1. */
const TOKENS_PER_IMAGE = 1250

/**
 * What a picture of this size and quality costs against one of the usual ones: decimal text.
 * @param model the model whose price it is
 */
export function imageFactor(model: string, { size = '', quality }: Pick<RequestedImages, 'size' | 'quality'>): string {
  const named = size.toLowerCase().replace(/[×*]/, 'x')
  const sizes = sizeFactors(model)
  const isWide = named === '1792x1024' || named === '1024x1792'
  const isHigh = /^dall-e-3/.test(model) && quality === 'hd'
  const bySize = Object.hasOwn(sizes, named) ? (sizes[named] ?? '1') : '1'
  return decimalText(product(rational(bySize), rational(isHigh ? (isWide ? '1.5' : '2') : '1')))
}

/** How the pictures of a call are charged at this price, before their vendor has counted anything. */
export function measuredImages(requested: RequestedImages, { model, kind }: Pick<Price, 'model' | 'kind'>): Measured {
  const { count } = requested
  const factor = imageFactor(model, requested)
  const sold = { unit: 'images', amount: count, most: count } as const
  if (kind === 'per-call') return { ...sold, unitFactor: factor }
  const { imageUnit, maker } = traitsOf(model)
  if (imageUnit === 'tokens') return { ...sold, asTokens: { bucket: 'output', count: tokensAtMost(maker, requested) } }
  return { ...sold, asTokens: { bucket: 'freshInput', count: Math.ceil(Number(factor) * TOKENS_PER_IMAGE * count) } }
}

/**
 * Tokens of a picture of a million pixels, by quality. Source: OpenAI, "Image generation", "Calculating costs": 272, 1,056 and 4,160 of a square
 * one. What newer models have above `high` is not published: twice as much for each step.
 */
const tokensByQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160, xhigh: 8320, max: 16_640 }
/** Where the vendor chooses. */
const HIGH_TOKENS = 4160
/** The largest of the sizes that every model has. */
const USUAL_MEGAPIXELS = 1.5
/** Google counts 1,290 for a picture, and 2,520 for the largest. Source: Gemini API, "Image generation", 2026. */
const GOOGLE_TOKENS = 2520
/** For each picture that is shown half made. Source: OpenAI, "Image generation", "Partial images cost". */
const PARTIAL_TOKENS = 100

function tokensAtMost(maker: string, { count, size = '', quality = '', partials = 0, frames = 1 }: RequestedImages): number {
  if (maker === 'Google') return GOOGLE_TOKENS * count
  const perPixels = Object.hasOwn(tokensByQuality, quality) ? (tokensByQuality[quality] ?? HIGH_TOKENS) : HIGH_TOKENS
  return Math.ceil((perPixels * megapixelsOf(size) * frames + PARTIAL_TOKENS * partials) * count)
}

/** In units of 1,048,576 pixels, as OpenAI's table has them. */
function megapixelsOf(size: string): number {
  const [, width, height] = /^(\d{2,5})[x×*](\d{2,5})$/i.exec(size) ?? []
  return width === undefined || height === undefined ? USUAL_MEGAPIXELS : (Number(width) * Number(height)) / 1024 ** 2
}
