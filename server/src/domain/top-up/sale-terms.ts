// The prices and shares that hold for a payment at this moment.
import { rebateEnabled, rebatePercentage } from '@waystation/contract/options/check-in'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { price, topupGroupRatio } from '@waystation/contract/options/payment'

export interface TermsOfToday {
  /** The inviter's share in percent; 0: none. */
  readonly rebatePercent: number
  /** What quota costs through Epay today: orders that are paid late are held against it. */
  readonly prices: { readonly price: number; readonly groupRatios: Readonly<Record<string, number>>; readonly quotaPerUnit: number }
}

export class SaleTerms {
  readonly #options: { get<Value>(option: Option<Value>): Value }

  constructor(options: { get<Value>(option: Option<Value>): Value }) {
    this.#options = options
  }

  today(): TermsOfToday {
    const options = this.#options
    return {
      rebatePercent: options.get(rebateEnabled) ? options.get(rebatePercentage) : 0,
      prices: { price: options.get(price), groupRatios: options.get(topupGroupRatio), quotaPerUnit: options.get(quotaPerUnit) },
    }
  }
}
