import type { QuotaDisplay } from '@waystation/contract/money/quota'
import { displayInCurrencyEnabled, quotaPerUnit } from '@waystation/contract/options/operation'
import type { OptionService } from './option-service.ts'

/** How amounts are shown here at present. */
export const quotaDisplay = (options: Pick<OptionService, 'get'>): QuotaDisplay => ({
  quotaPerUnit: options.get(quotaPerUnit),
  isInCurrency: options.get(displayInCurrencyEnabled),
})
