import type { Language } from '../i18n/language.ts'

/** A whole or decimal number with its thousands apart. */
export function numberText(value: number, language: Language, digits?: number): string {
  return value.toLocaleString(
    language === 'zh' ? 'zh-CN' : 'en-US',
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  )
}

/** Shortened as in the specification (section 9): from 10 thousand `k`, from a million `M`, from a billion `B`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e9) return `${trim(value / 1e9)}B`
  if (size >= 1e6) return `${trim(value / 1e6)}M`
  if (size >= 1e4) return `${trim(value / 1e3)}k`
  return value.toLocaleString('en-US')
}

/** How the numbers of one column are shortened: all in the unit of the largest, with as many decimals, so that they compare at a glance. */
export function columnNumber(largest: number): (value: number) => string {
  const [unit, letter] = largest >= 1e9 ? [1e9, 'B'] : largest >= 1e6 ? [1e6, 'M'] : largest >= 1e4 ? [1e3, 'k'] : [1, '']
  if (unit === 1) return (value) => value.toLocaleString('en-US')
  const written = (value: number) => (value / unit).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (value) =>
    (value > 0 && value < unit / 20 ? `<0.1${letter}` : `${written(value)}${value === 0 ? '' : letter}`).replace(/^0\.0$/, '0')
}

/** Decimals of dollars that tell the lines of an axis apart. The library draws four or so, a 1, 2, 3 or 5 times a power of ten apart. */
export function axisPlaces(largest: number): number {
  if (largest <= 0) return 0
  const power = Math.floor(Math.log10(largest / 4))
  // From 7 on the distance is of the next power.
  const places = -(largest / 4 / 10 ** power >= 7 ? power + 1 : power)
  // Tenths of a dollar are written as cents.
  return places <= 0 ? 0 : Math.min(6, Math.max(2, places))
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

/** A share of 0 to 1 as a percentage with one decimal; `<` or `>` marks one that only rounds to 0 or 100. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%'
  if (share < 1 && share >= 0.9995) return '>99.9%'
  return `${(share * 100).toFixed(1)}%`
}

/** A count in a small badge: above 99 it is `99+` (specification, section 9). */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count)
}
