// Money that is paid, in the currency of a payment service.

/** `¥328.50` of `328.50` and `CNY`. The text has two decimals, as the server writes it. */
export function priceText(money: string, currency: string): string {
  return currencyText(Number(money), currency, 2)
}

/** The price of a dollar, with as many decimals as it was set with: `¥7.30`, `$1.00`, `¥0.005`. */
export const rateText = (rate: number, currency: string): string => currencyText(rate, currency, 6)

function currencyText(value: number, currency: string, most: number): string {
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: most,
  })
}
