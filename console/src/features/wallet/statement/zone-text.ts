// Times of a statement, by the clock of its own time zone: an entry must stand in the month in which it is counted.
import { dayOf, startOfDay } from '@waystation/contract/calendar'
import type { Language } from '~/i18n/language'

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
