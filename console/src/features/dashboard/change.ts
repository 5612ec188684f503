/** How a sum stands to that of the span before. */
export type Change =
  | { readonly kind: 'unknown' | 'new' | 'same' }
  /** In words with its sign: `+12.4%`; from ten times on `×12`. */
  | { readonly kind: 'changed'; readonly text: string }

const MINUS = '−'
const MAX_PERCENT = 900

/**
 * Compares two sums. Where there was nothing before, no percentage would mean anything.
 * @param before undefined: there is no span before
 */
export function changeOf(now: number, before: number | undefined): Change {
  if (before === undefined || (before === 0 && now === 0)) return { kind: 'unknown' }
  if (before === 0) return { kind: 'new' }
  const percent = ((now - before) / before) * 100
  if (Math.abs(percent) < 0.05) return { kind: 'same' }
  if (percent > MAX_PERCENT) return { kind: 'changed', text: `×${Math.round(now / before)}` }
  return { kind: 'changed', text: `${percent > 0 ? '+' : MINUS}${Math.abs(percent).toFixed(1)}%` }
}
