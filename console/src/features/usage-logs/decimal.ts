// Exact decimal numbers for showing how a charge adds up: digits × 10^-places. Only what a bill needs: times, plus, text, round.

export interface Decimal {
  readonly digits: bigint
  /** ≥ 0 */
  readonly places: number
}

/** Exponents beyond this are no prices. */
const MAX_PLACES = 100

/** The exact value of a decimal text such as `0.15` or `1e-7`; undefined when it is none. */
export function decimal(text: string | number): Decimal | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(text).trim())
  const figures = `${match?.[2] ?? ''}${match?.[3] ?? ''}`
  const places = (match?.[3] ?? '').length - Number(match?.[4] ?? 0)
  if (!match || figures === '' || Math.abs(places) > MAX_PLACES) return undefined
  const digits = BigInt(figures) * (match[1] === '-' ? -1n : 1n)
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 }
}

export function times(...factors: readonly Decimal[]): Decimal {
  return factors.reduce((product, factor) => ({ digits: product.digits * factor.digits, places: product.places + factor.places }))
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { digits: scaled(a, places) + scaled(b, places), places }
}

/** The nearest whole number, halves away from zero. */
export function rounded({ digits, places }: Decimal): bigint {
  const one = 10n ** BigInt(places)
  const size = digits < 0n ? -digits : digits
  const whole = (2n * size + one) / (2n * one)
  return digits < 0n ? -whole : whole
}

/** The nearest value with so many places at most. Prices made of ratios that do not come out even have hundreds of figures. */
export function roundedTo(value: Decimal, places: number): Decimal {
  return value.places <= places ? value : { digits: rounded({ digits: value.digits, places: value.places - places }), places }
}

export function isSame(a: Decimal, b: Decimal): boolean {
  const places = Math.max(a.places, b.places)
  return scaled(a, places) === scaled(b, places)
}

/** All its digits, at least so many after the point. */
export function decimalText({ digits, places }: Decimal, least = 0): string {
  const size = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const whole = size.slice(0, size.length - places)
  const rest = size
    .slice(size.length - places)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return `${digits < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}

const scaled = ({ digits, places }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - places)
