// How hard a model shall think: some vendors take a word, others a number of tokens. The shares are those that OpenRouter documents.
const shares: Readonly<Record<string, number>> = { minimal: 0.1, low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.95, max: 0.95 }

/** Vendors that take a budget refuse a smaller one. */
export const MIN_BUDGET_TOKENS = 1024
/** Assumed where the caller sets no limit to the answer. */
const USUAL_OUTPUT_TOKENS = 16_384

/**
 * The thinking budget in tokens of an effort; undefined for `none` and for unknown values.
 *
 * @param maxOutputTokens the caller's limit, thinking included; the budget stays below it
 */
export function budgetOfEffort(effort: string, maxOutputTokens: number | undefined): number | undefined {
  const share = Object.hasOwn(shares, effort) ? shares[effort] : undefined
  if (share === undefined) return undefined
  const whole = maxOutputTokens ?? USUAL_OUTPUT_TOKENS
  return Math.max(MIN_BUDGET_TOKENS, Math.min(Math.floor(whole * share), whole - 1))
}

/** The word for a number of tokens of thinking: the nearest of low, medium and high. */
export function effortOfBudget(budgetTokens: number, maxOutputTokens: number | undefined): 'low' | 'medium' | 'high' {
  const share = budgetTokens / (maxOutputTokens ?? USUAL_OUTPUT_TOKENS)
  return share < 0.35 ? 'low' : share < 0.65 ? 'medium' : 'high'
}
