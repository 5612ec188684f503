// What a person pays for an amount, and which amounts can be bought. The server's own answer stands before the payment; this one is
// there while the user still types.

/** How an installation sells. */
export interface TopUpRates {
  /** Price of one dollar of balance, in the currency that is paid in (option Price). */
  readonly price: number
  /** Factor of the buyer's group (option TopupGroupRatio); missing or 0 counts as 1. */
  readonly groupRatio: number
}

/** The price of so many dollars, in the currency that is paid in, to the cent: 50 at 7.3 and 0.9 is 328.5. */
export function topUpPrice(dollars: number, { price, groupRatio }: TopUpRates): number {
  const hundredths = dollars * price * (groupRatio > 0 ? groupRatio : 1) * 100
  // Doubles turn 1.005 × 100 into 100.49999999999999: what lies below the millionth is their noise.
  return Math.round(Number(hundredths.toFixed(6))) / 100
}

/**
 * The amount that a person typed, which is whole. Figures may be grouped, `1,000`; decimals are cut.
 * @returns undefined for an empty field; below 1 becomes 1
 */
export function typedAmount(text: string): number | undefined {
  const digits = text.replace(/[^\d.]/g, '').split('.')[0] ?? ''
  if (digits === '') return undefined
  return Math.max(1, Math.min(Number(digits), MAX_UNITS))
}

/** More digits than this are a slip of the hand, and no longer exact. */
const MAX_UNITS = 999_999_999
