// Quota is counted in whole units; at the default QuotaPerUnit 500 000 of them make a US dollar. Money never travels as a float.
import { z } from 'zod'

/** The default of the option QuotaPerUnit: units that make one US dollar. Source: specification §9. */
export const DEFAULT_QUOTA_PER_UNIT = 500_000

/** A balance, price or charge in whole quota units. Balances may be negative: a settled call may overdraw by its last step. */
export const Quota = z.number().int().safe().brand<'quota'>()
export type Quota = z.infer<typeof Quota>

/**
 * Names a number as quota.
 * @throws RangeError when it is not a whole number that a double holds exactly (invariant I18)
 */
export function quota(units: number): Quota {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of quota units`)
  return units as Quota
}

/** Dollars of an amount of quota, for showing only: the result is a float. */
export function dollarsOf(units: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): number {
  return units / quotaPerUnit
}

/** Whole units of a dollar amount that a person typed, rounded half away from zero. */
export function quotaOfDollars(dollars: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): Quota {
  const units = dollars * quotaPerUnit
  return quota(Math.sign(units) * Math.round(Math.abs(units)))
}

/**
 * An amount as text: `$0.420056`, with no digit rounded away that a unit can tell apart (six decimals), trailing zeros cut to two.
 */
export function dollarText(units: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): string {
  const text = Math.abs(dollarsOf(units, quotaPerUnit))
    .toFixed(6)
    .replace(/0{1,4}$/, '')
  return `${units < 0 ? '-' : ''}$${text}`
}
