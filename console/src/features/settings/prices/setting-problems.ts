import { optionByKey } from '@waystation/contract/options/registry'
import { fallbackProblem } from '@waystation/contract/pricing'
import type { Language } from '~/i18n/language'
import { problemOf } from '../option-values.ts'
import type { SettingProblem } from './desk.ts'
import { type PriceDraft, textOf } from './price-draft.ts'

const fallbackKeys = ['fallback_single_price', 'fallback_input_ratio', 'fallback_completion_ratio'] as const

/** Errors of the edited settings, by key. @param fallbackWords the error message for fallback prices that contradict each other */
export function settingProblems(
  draft: PriceDraft,
  language: Language,
  fallbackWords: (problem: 'mixed' | 'incomplete') => string,
): SettingProblem[] {
  const own = Object.entries(draft.texts).flatMap(([key, text]) => {
    const option = optionByKey(key)
    const words = option && problemOf(option, text, language)
    return words === undefined ? [] : [{ key, words }]
  })
  if (own.length > 0 || textOf(draft, 'fallback_pricing_enabled') !== 'true') return own
  const isTouched = [...fallbackKeys, 'fallback_pricing_enabled'].some((key) => draft.texts[key] !== undefined)
  const [singlePrice = null, inputRatio = null, completionRatio = null] = fallbackKeys.map((key) => numberOrNull(textOf(draft, key)))
  const problem = isTouched ? fallbackProblem({ singlePrice, inputRatio, completionRatio }) : undefined
  return problem ? [{ key: 'fallback_pricing_enabled', words: fallbackWords(problem) }] : []
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
