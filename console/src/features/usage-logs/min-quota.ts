import type { QuotaDisplay } from '@waystation/contract/money/quota'

/**
 * A least cost as it was typed, in quota units: dollars, or units where the installation shows those. Part of a unit is a whole one, so
 * that nothing cheaper is listed. @returns undefined when it is no amount above zero
 */
export function minQuota(typed: string | undefined, { isInCurrency, quotaPerUnit }: QuotaDisplay): number | undefined {
  const amount = Number((typed ?? '').trim().replace(/^\$/, '').replaceAll(',', ''))
  if (!(amount > 0)) return undefined
  // A millionth of a unit too much is the float's doing, not the person's.
  const units = isInCurrency ? Math.ceil(amount * quotaPerUnit - 1e-6) : Math.ceil(amount)
  return Number.isSafeInteger(units) ? Math.max(units, 1) : undefined
}
