// Options that must not contradict each other. They are saved one at a time, so each rule checks the values as they would be afterwards.
import { AppError, type Words } from '@waystation/contract/errors'
import { customHeadHtml, globalCss, globalJs } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { fallbackProblem } from '@waystation/contract/pricing'
import { headProblem, textProblem } from './custom-code.ts'

/** Reads the values as they would be after the change. */
export type WouldBe = <Value>(option: Option<Value>) => Value

const fallbackKeys: readonly string[] = [
  pricing.fallbackPricingEnabled.key,
  pricing.fallbackSinglePrice.key,
  pricing.fallbackInputRatio.key,
  pricing.fallbackCompletionRatio.key,
]

/**
 * Refuses a change that would leave options in contradiction.
 * @throws AppError fallback_mixed, fallback_incomplete, or bad_option for code that pages must not hold
 */
export function assertConsistent(changed: Option, wouldBe: WouldBe): void {
  if (fallbackKeys.includes(changed.key)) assertFallback(wouldBe)
  const problem = codeProblem(changed, wouldBe)
  if (problem) throw new AppError('bad_option', { key: changed.key, detail: problem })
}

function codeProblem({ key }: Option, wouldBe: WouldBe): Words | undefined {
  if (key === customHeadHtml.key) return headProblem(wouldBe(customHeadHtml))
  if (key === globalCss.key) return textProblem('style', wouldBe(globalCss))
  return key === globalJs.key ? textProblem('script', wouldBe(globalJs)) : undefined
}

/** While fallback pricing is off its prices may contradict each other: clients save them one after another. */
function assertFallback(wouldBe: WouldBe): void {
  if (!wouldBe(pricing.fallbackPricingEnabled)) return
  const problem = fallbackProblem({
    singlePrice: wouldBe(pricing.fallbackSinglePrice),
    inputRatio: wouldBe(pricing.fallbackInputRatio),
    completionRatio: wouldBe(pricing.fallbackCompletionRatio),
  })
  if (problem) throw new AppError(`fallback_${problem}`)
}
