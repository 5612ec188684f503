// Quota is counted in whole units; at the default QuotaPerUnit 500 000 of them make a US dollar. Money never travels as a float.

import { z } from 'zod'
import { withoutEnd } from '../values/without-end.ts'

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

/** No balance may come to more: what all accounts together have stays exact (I18). Quota units. */
export const BALANCE_MAX = 1_000_000_000_000_000
/** What one code, gift or check-in may come to, so that thousands of them fit into what is exact. Quota units. */
export const GIFT_MAX = 1_000_000_000_000

/** Dollars of an amount of quota, for showing only: the result is a float. */
export function dollarsOf(units: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): number {
  return units / quotaPerUnit
}

/** Whole units of a dollar amount that a person typed, rounded half away from zero. */
export function quotaOfDollars(dollars: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): Quota {
  const units = dollars * quotaPerUnit
  return quota(Math.sign(units) * Math.round(Math.abs(units)))
}

/** Decimals of a dollar amount whose last place is at most half a unit, so that every unit can be told from its neighbours: at least six. */
export function dollarDecimals(quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): number {
  return Math.max(6, Math.ceil(Math.log10(2 * quotaPerUnit)))
}

/** An amount as text: `$0.420056`, precise to one unit, trailing zeros cut to two decimals. */
export function dollarText(units: number, quotaPerUnit: number = DEFAULT_QUOTA_PER_UNIT): string {
  const [whole = '', decimals = ''] = Math.abs(dollarsOf(units, quotaPerUnit)).toFixed(dollarDecimals(quotaPerUnit)).split('.')
  return `${units < 0 ? '-' : ''}$${whole}.${withoutEnd(decimals, '0').padEnd(2, '0')}`
}

/** How an installation shows amounts: the options QuotaPerUnit and DisplayInCurrencyEnabled. */
export interface QuotaDisplay {
  readonly quotaPerUnit: number
  readonly isInCurrency: boolean
}

export const DEFAULT_QUOTA_DISPLAY: QuotaDisplay = { quotaPerUnit: DEFAULT_QUOTA_PER_UNIT, isInCurrency: true }

/** An amount in a sentence, exact: `$0.004018`, or `2009 额度` where amounts are shown in units. */
export function quotaText(units: number, { quotaPerUnit, isInCurrency }: QuotaDisplay, language: 'zh' | 'en'): string {
  return isInCurrency ? dollarText(units, quotaPerUnit) : `${units} ${language === 'zh' ? '额度' : 'quota'}`
}
