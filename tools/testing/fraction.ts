// Fractions of whole numbers, written for the oracle and the reader of charges alone: they share no line with what they check.

export interface Fraction {
  readonly up: bigint
  readonly down: bigint
}

export const whole = (value: number | bigint): Fraction => ({ up: BigInt(value), down: 1n })

/** The exact value of a plain decimal text. */
export function fractionOf(text: string): Fraction {
  const [digits = '', places = ''] = text.split('.')
  if (!/^\d+$/.test(digits) || !/^\d*$/.test(places)) throw new Error(`not a plain decimal: ${text}`)
  return { up: BigInt(digits + places), down: 10n ** BigInt(places.length) }
}

export const times = (a: Fraction, b: Fraction): Fraction => ({ up: a.up * b.up, down: a.down * b.down })
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.down === b.down ? { up: a.up + b.up, down: a.down } : { up: a.up * b.down + b.up * a.down, down: a.down * b.down }
export const same = (a: Fraction, b: Fraction): boolean => a.up * b.down === b.up * a.down

/** The nearest whole number, a half rounded up; for values from 0 on. */
export function nearest({ up, down }: Fraction): bigint {
  const [below, rest] = [up / down, up % down]
  return rest * 2n >= down ? below + 1n : below
}
