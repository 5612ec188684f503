// Times of a statement, by the clock of its own time zone: an entry must stand in the month in which it is counted.
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Language } from '~/i18n/language'
import { useQuotaFormat } from '~/ui/kit'

const locales = { zh: 'zh-CN', en: 'en-US' } as const
const SHOWN = {
  month: { year: 'numeric', month: 'long' },
  day: { month: 'short', day: 'numeric' },
  moment: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** In whose words a time is told, and by which clock. */
export interface TextRules {
  readonly language: Language
  readonly zone: string
}

/** @param unix seconds */
export function zoneText(unix: number, style: keyof typeof SHOWN, { language, zone }: TextRules): string {
  return new Date(unix * 1000).toLocaleString(locales[language], { ...SHOWN[style], timeZone: zone })
}

/** @param month `2026-11` */
export const monthText = (month: string, language: Language): string =>
  zoneText(Date.parse(`${month}-01T00:00:00Z`) / 1000, 'month', { language, zone: 'UTC' })

/** The days of a month, so many from the first. */
export const dayTexts = (month: string, count: number, language: Language): string[] =>
  Array.from({ length: count }, (_, day) =>
    zoneText(Date.parse(`${month}-01T00:00:00Z`) / 1000 + day * 86_400, 'day', { language, zone: 'UTC' }),
  )

/** The last moment of a day: `Feb 28, 24:00`; of a month that ends with another zone's, by the clock. @param end unix seconds of the first moment after it */
export function midnightText(end: number, rules: TextRules): string {
  if (startOfDay(dayOf(end * 1000, rules.zone), rules.zone) !== end * 1000) return zoneText(end, 'moment', rules)
  return `${zoneText(end - 1, 'day', rules)}${rules.language === 'zh' ? ' ' : ', '}24:00`
}

/** Amounts of a statement, to the unit. A change carries its sign, and the sign of the currency stands at balances and sums only. */
export function useAmounts() {
  const format = useQuotaFormat()
  const bare = (units: number) => format(Math.abs(units), 'exact')
  const short = (units: number) => bare(units).replace(/^\$/, '')
  return {
    /** A balance: `$41.207318`, `−$0.000002`. */
    balance: (units: number) => `${units < 0 ? '−' : ''}${bare(units)}`,
    /** What came in, less what it is negative. */
    in: (units: number, isSum = false) => `${units < 0 ? '−' : '+'}${isSum ? bare(units) : short(units)}`,
    /** What went out; a negative one came back. */
    out: (units: number, isSum = false) => `${units < 0 ? '+' : '−'}${isSum ? bare(units) : short(units)}`,
    unit: () => format(1, 'exact'),
  }
}
