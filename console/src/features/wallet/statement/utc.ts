// Times of a statement. Its months are those of UTC, so its times are, too: an entry must stand in the month in which it is counted.
import type { Language } from '~/i18n/language'

const locales = { zh: 'zh-CN', en: 'en-US' } as const
const SHOWN = {
  month: { year: 'numeric', month: 'long' },
  day: { month: 'short', day: 'numeric' },
  moment: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** @param unix seconds */
export function utcText(unix: number, style: keyof typeof SHOWN, language: Language): string {
  return new Date(unix * 1000).toLocaleString(locales[language], { ...SHOWN[style], timeZone: 'UTC' })
}

/** @param month `2026-11` */
export const monthText = (month: string, language: Language): string =>
  utcText(Date.parse(`${month}-01T00:00:00Z`) / 1000, 'month', language)

/** The last moment of a day: `Feb 28, 24:00`. @param end unix seconds of the first moment after it */
export const midnightText = (end: number, language: Language): string =>
  `${utcText(end - 1, 'day', language)}${language === 'zh' ? ' ' : ', '}24:00`
