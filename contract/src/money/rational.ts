// Exact numbers for money, on both sides: a ratio has the value of its shortest decimal text, never of a float (decision D14).
import { withoutEnd } from '../values/without-end.ts'

/** numerator / denominator, in lowest terms, denominator > 0. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Numbers with more places than this are no prices. */
const MAX_PLACES = 400

/**
 * The exact value of a decimal text such as `0.15`, `-2`, `1e-7` or `1.5E+3`. A number is taken by its shortest text.
 * @returns undefined when it is no finite decimal, or beyond 400 places before or behind the point
 */
export function readRational(value: string | number): Rational | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim())
  const digits = `${match?.[2] ?? ''}${match?.[3] ?? ''}`
  const exponent = Number(match?.[4] ?? 0) - (match?.[3] ?? '').length
  if (!match || digits === '' || Math.abs(exponent) > MAX_PLACES) return undefined
  const whole = BigInt(digits) * (match[1] === '-' ? -1n : 1n)
  return exponent >= 0 ? reduced(whole * 10n ** BigInt(exponent), 1n) : reduced(whole, 10n ** BigInt(-exponent))
}

/** The same. @throws RangeError where `readRational` gives undefined */
export function rational(value: string | number): Rational {
  const read = readRational(value)
  if (!read) throw new RangeError(`${value} is not a decimal number within ${MAX_PLACES} places`)
  return read
}

export function product(...factors: readonly Rational[]): Rational {
  let numerator = 1n
  let denominator = 1n
  for (const factor of factors) {
    numerator *= factor.numerator
    denominator *= factor.denominator
  }
  return reduced(numerator, denominator)
}

export function sum(...terms: readonly Rational[]): Rational {
  let numerator = 0n
  let denominator = 1n
  for (const term of terms) {
    numerator = numerator * term.denominator + term.numerator * denominator
    denominator *= term.denominator
  }
  return reduced(numerator, denominator)
}

/** The whole number nearest to numerator / denominator, halves away from zero. `denominator` > 0. */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** How many digits a number has behind its point; Infinity where they never end. */
export function decimalPlaces({ denominator }: Rational): number {
  let rest = denominator
  let [twos, fives] = [0, 0]
  for (; rest % 2n === 0n; rest /= 2n) twos += 1
  for (; rest % 5n === 0n; rest /= 5n) fives += 1
  return rest === 1n ? Math.max(twos, fives) : Number.POSITIVE_INFINITY
}

/** Places of numbers that never end. */
const CUT_PLACES = 12

/** Decimal text: exact where it ends within `maxPlaces`, else rounded there; with `minPlaces` digits behind the point at least. */
export function decimalText(value: Rational, maxPlaces = endOf(value), minPlaces = 0): string {
  const scaled = roundHalfAway(value.numerator * 10n ** BigInt(maxPlaces), value.denominator)
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(maxPlaces + 1, '0')
  const point = digits.length - maxPlaces
  const places = withoutEnd(digits.slice(point), '0').padEnd(minPlaces, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, point)}${places === '' ? '' : `.${places}`}`
}

const endOf = (value: Rational): number => {
  const places = decimalPlaces(value)
  return Number.isFinite(places) ? places : CUT_PLACES
}

function reduced(numerator: bigint, denominator: bigint): Rational {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator)
  return divisor === 1n ? { numerator, denominator } : { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
