/** A price in dollars: two decimals, and more only as far as a small price needs them. */
export function priceText(dollars: number): string {
  const digits = dollars > 0 && dollars < 1 ? Math.min(8, 1 - Math.floor(Math.log10(dollars)) + 1) : 2
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, digits) })}`
}
