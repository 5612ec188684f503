// The settings of the price screen, in the order in which they stand as texts.
import * as pricing from '@waystation/contract/options/pricing'
import { mapKeys } from './price-columns.ts'

export const groupKeys: readonly string[] = [pricing.groupRatio.key, pricing.userGroupRatio.key, pricing.userUsableGroups.key]

const [ratio = '', ...others] = mapKeys
export const jsonKeys: readonly string[] = [
  pricing.modelPrice.key,
  ratio,
  ...others.filter((key) => key !== pricing.modelPrice.key),
  ...groupKeys,
  pricing.toolPrices.key,
  pricing.tierRatios.key,
  pricing.lengthTiers.key,
]

export const flagKeys: readonly string[] = [pricing.redirectBillingEnabled.key, pricing.fallbackPricingEnabled.key]
export const numberKeys: readonly string[] = [
  pricing.fallbackSinglePrice.key,
  pricing.fallbackInputRatio.key,
  pricing.fallbackCompletionRatio.key,
]

/** All of them. */
export const priceSettingKeys: readonly string[] = [...jsonKeys, ...flagKeys, ...numberKeys]
