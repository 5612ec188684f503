// Options that must not contradict each other. They are saved one at a time, so each rule looks at the values as they would stand then.
import { AppError } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { fallbackProblem } from '@waystation/contract/pricing'

/** Reads the values as they would stand after the change. */
export type WouldBe = <Value>(option: Option<Value>) => Value

const fallbackKeys: readonly string[] = [
  pricing.fallbackPricingEnabled.key,
  pricing.fallbackSinglePrice.key,
  pricing.fallbackInputRatio.key,
  pricing.fallbackCompletionRatio.key,
]

/**
 * Refuses a change that would leave options in contradiction.
 * @throws AppError fallback_mixed or fallback_incomplete
 */
export function assertConsistent(changed: Option, wouldBe: WouldBe): void {
  if (fallbackKeys.includes(changed.key)) assertFallback(wouldBe)
}

/** While fallback pricing is off its prices may stand in any way: clients save them one after another. */
function assertFallback(wouldBe: WouldBe): void {
  if (!wouldBe(pricing.fallbackPricingEnabled)) return
  const problem = fallbackProblem({
    singlePrice: wouldBe(pricing.fallbackSinglePrice),
    inputRatio: wouldBe(pricing.fallbackInputRatio),
    completionRatio: wouldBe(pricing.fallbackCompletionRatio),
  })
  if (problem) throw new AppError(`fallback_${problem}`)
}
