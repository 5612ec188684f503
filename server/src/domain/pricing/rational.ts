// Exact numbers for money: a ratio is what its shortest decimal text says, never a float (decision D14).

/** numerator / denominator, in lowest terms, denominator > 0. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * The exact value of a decimal text such as `0.15`, `-2`, `1e-7` or `1.5E+3`. A number is taken by its shortest text.
 * @throws RangeError when it is no finite decimal, or its exponent is beyond ±400
 */
export function rational(value: string | number): Rational {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim())
  const digits = `${match?.[2] ?? ''}${match?.[3] ?? ''}`
  if (!match || digits === '') throw new RangeError(`${value} is not a decimal number`)
  const exponent = Number(match[4] ?? 0) - (match[3] ?? '').length
  if (Math.abs(exponent) > 400) throw new RangeError(`${value} is out of range`)
  const whole = BigInt(digits) * (match[1] === '-' ? -1n : 1n)
  return exponent >= 0 ? reduced(whole * 10n ** BigInt(exponent), 1n) : reduced(whole, 10n ** BigInt(-exponent))
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

/** The whole number nearest to numerator / denominator, halves away from zero. `denominator` > 0. */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Decimal text, exact where it ends within `places`, else cut there: for showing only. */
export function decimalText({ numerator, denominator }: Rational, places = 12): string {
  const scaled = roundHalfAway(numerator * 10n ** BigInt(places), denominator)
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return scaled < 0n ? `-${text}` : text
}

function reduced(numerator: bigint, denominator: bigint): Rational {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator)
  return divisor === 1n ? { numerator, denominator } : { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
