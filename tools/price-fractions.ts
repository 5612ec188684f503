// Exact arithmetic on the numbers of price lists.
import { type ModelPrice, TieredPrices } from '@pydantic/genai-prices'

const PLACES = 12

// The built-in data holds plain objects where the types say TieredPrices, so the shape is asked for and not the class.
export function isTiered(price: ModelPrice[string]): price is TieredPrices {
  return price instanceof TieredPrices || (typeof price === 'object' && 'base' in price)
}

export function baseOf(price: ModelPrice[string]): number | undefined {
  return isTiered(price) ? price.base : price
}

export interface Fraction {
  readonly above: bigint
  readonly below: bigint
}

/** The number that the shortest text of a double says: 0.1 is a tenth, not the double nearest to it. */
export function fractionOf(value: number | undefined): Fraction | undefined {
  const parts = value === undefined ? null : /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!parts) {
    if (value !== undefined) throw new Error(`not a price: ${value}`)
    return undefined
  }
  const [, whole = '', places = '', exponent = '0'] = parts
  const shift = Number(exponent) - places.length
  const digits = BigInt(whole + places)
  return shift >= 0 ? { above: digits * 10n ** BigInt(shift), below: 1n } : { above: digits, below: 10n ** BigInt(-shift) }
}

export function divide(a: Fraction, b: Fraction): Fraction {
  return { above: a.above * b.below, below: a.below * b.above }
}

export function dearest(prices: readonly (Fraction | undefined)[]): Fraction | undefined {
  return prices.reduce((best, price) => (price && (!best || price.above * best.below > best.above * price.below) ? price : best), undefined)
}

/** At most PLACES places, rounded half up, without trailing zeros. */
export function decimal({ above, below }: Fraction): string {
  const scaled = (above * 10n ** BigInt(PLACES) * 2n + below) / (below * 2n)
  const text = scaled.toString().padStart(PLACES + 1, '0')
  return `${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`.replace(/\.?0+$/, '')
}
