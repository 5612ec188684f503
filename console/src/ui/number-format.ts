import type { Language } from '../i18n/language.ts'

/** A whole or decimal number with its thousands apart. */
export function numberText(value: number, language: Language, digits?: number): string {
  return value.toLocaleString(
    language === 'zh' ? 'zh-CN' : 'en-US',
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  )
}

/** Shortened as the specification says (section 9): from 10 thousand `k`, from a million `M`, from a billion `B`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e9) return `${trim(value / 1e9)}B`
  if (size >= 1e6) return `${trim(value / 1e6)}M`
  if (size >= 1e4) return `${trim(value / 1e3)}k`
  return value.toLocaleString('en-US')
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
