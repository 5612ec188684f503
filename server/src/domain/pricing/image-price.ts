// What generated images cost: a price per image times factors for its size and quality, times their number. Source: server-behaviour 4.3 and
// its test vector 8. Nothing charges by it yet: the endpoints of images answer 501 (gateway/door/unbuilt.ts).

import type { Quota } from '@waystation/contract/money/quota'
import { product, type Rational, rational, sum } from '@waystation/contract/money/rational'
import type { BucketName } from '@waystation/contract/prices/price-buckets'
import { type CompiledPrice, chargedUnits } from './price-call.ts'

export interface ImageRequest {
  /** The model whose price it is. */
  readonly model: string
  /** As the caller wrote it, such as `1024x1792`; absent: the usual one. */
  readonly size?: string | undefined
  readonly quality?: string | undefined
  /** How many, as the caller wrote it; absent: one. */
  readonly n?: unknown
}

/** The factors on the price of one image, and how many there are. Decimal texts. */
export interface ImageFactors {
  readonly size: string
  readonly quality: string
  readonly images: number
}

/** No vendor makes more in one call. */
export const MAX_IMAGES = 128

/** An image at a model that is priced by tokens only is charged as this many: 0.0025 dollars at ratio 1. Source: server-behaviour 4.3. */
const TOKENS_PER_IMAGE = 1250n

const usualSizes: Readonly<Record<string, string>> = { '256x256': '0.4', '512x512': '0.45', '1792x1024': '2', '1024x1792': '2' }
/**
 * Models whose vendor has other steps than the usual ones: DALL·E 2 costs 0.016, 0.018 and 0.02 dollars, and an image of Imagen the same in
 * all sizes.
 */
const ownSizes: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^dall-e-2/, { '256x256': '0.8', '512x512': '0.9' }],
  [/^imagen-/, {}],
]

/**
 * The factors of a request.
 * @throws RangeError when `n` is no whole number from 1 to MAX_IMAGES: nothing is computed with it
 */
export function imageFactors({ model, size = '', quality, n = 1 }: ImageRequest): ImageFactors {
  if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < 1 || n > MAX_IMAGES)
    throw new RangeError(`the number of images is not from 1 to ${MAX_IMAGES}`)
  const named = size.toLowerCase().replace(/[×*]/, 'x')
  const sizes = ownSizes.find(([pattern]) => pattern.test(model))?.[1] ?? usualSizes
  const isWide = named === '1792x1024' || named === '1024x1792'
  const isHigh = /^dall-e-3/.test(model) && quality === 'hd'
  return {
    size: Object.hasOwn(sizes, named) ? (sizes[named] ?? '1') : '1',
    quality: isHigh ? (isWide ? '1.5' : '2') : '1',
    images: n,
  }
}

/** What the images of a call cost. Exact, rounded once, as every other call. */
export function priceImages(compiled: CompiledPrice, request: ImageRequest): Quota {
  const { size, quality, images } = imageFactors(request)
  const { numerator, denominator } = product(oneImage(compiled), rational(size), rational(quality), rational(images))
  return chargedUnits(numerator, denominator, true)
}

/** Tokens of a call to a model that makes images and is sold by tokens, as its vendor reports them. */
export interface ImageTokens {
  readonly text: number
  readonly cachedText: number
  readonly image: number
  readonly cachedImage: number
  readonly output: number
}

/**
 * What a call costs whose vendor counts tokens of images.
 * @param imageInput what a token of an image weighs against one of text, cached or not: a column of the price seed
 */
export function priceImageTokens({ price, perToken, denominator }: CompiledPrice, tokens: ImageTokens, imageInput: string): Quota {
  if (price.kind === 'per-call') throw new TypeError('a price per call counts no tokens')
  for (const count of Object.values(tokens)) if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a count`)
  const units = (bucket: BucketName) => perToken.find((one) => one.bucket === bucket)?.units ?? 0n
  const weighed = (text: number, image: number) => sum(rational(text), product(rational(image), rational(imageInput)))
  const [fresh, cached] = [weighed(tokens.text, tokens.image), weighed(tokens.cachedText, tokens.cachedImage)]
  const total = sum(
    product(fresh, { numerator: units('freshInput'), denominator }),
    product(cached, { numerator: units('cacheRead'), denominator }),
    product(rational(tokens.output), { numerator: units('output'), denominator }),
  )
  return chargedUnits(total.numerator, total.denominator, true)
}

/** Quota units of one image of the usual size and quality. */
function oneImage({ price, perCall, perToken, denominator }: CompiledPrice): Rational {
  if (price.kind === 'per-call') return { numerator: perCall, denominator }
  const token = perToken.find(({ bucket }) => bucket === 'freshInput')?.units ?? 0n
  return { numerator: token * TOKENS_PER_IMAGE, denominator }
}
