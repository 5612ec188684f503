// The one big balance of a page: to the cent in large figures, the rest of its six decimals small.

export interface BalanceFigure {
  readonly large: string
  /** '' where there are no decimals: amounts counted in units. */
  readonly small: string
}

/** @param exact an amount with all its decimals, as `useQuotaFormat` gives it with `exact`: `$128.463912` */
export function balanceFigure(exact: string): BalanceFigure {
  const point = exact.lastIndexOf('.')
  if (point < 0) return { large: exact, small: '' }
  return { large: exact.slice(0, point + 3), small: exact.slice(point + 3) }
}
