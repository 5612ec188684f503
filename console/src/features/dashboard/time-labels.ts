import type { UsageStep } from '@waystation/contract/data'
import type { Language } from '~/i18n/language'
import { timeText } from '~/ui/kit'

const locales = { zh: 'zh-CN', en: 'en-US' } as const
const DAY_SECONDS = 86_400

/** Under the axis: the clock within a day, else the day, with the hour where days have hours. */
export function axisLabel(start: number, step: UsageStep, days: number, language: Language): string {
  const clock = timeText(start, 'clock', language).slice(0, 5)
  if (step !== 'hour') return dayText(start, language)
  return days <= 1 ? clock : `${dayText(start, language)} ${clock}`
}

/** Head of the tooltip: `Mar 18 09:00`, `Wed, Mar 18`, `Mar 16 – Mar 22`. */
export function fullLabel(start: number, step: UsageStep, end: number, language: Language): string {
  if (step === 'hour') return `${dayText(start, language)} ${timeText(start, 'clock', language).slice(0, 5)}`
  if (step === 'day') return dayText(start, language, 'short')
  return `${dayText(start, language)} – ${dayText(Math.min(start + 7 * DAY_SECONDS, end) - 1, language)}`
}

/** `Mar 18`, with the year where it is another one. */
export function dayText(unix: number, language: Language, weekday?: 'short'): string {
  const date = new Date(unix * 1000)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return date.toLocaleDateString(locales[language], {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(weekday ? { weekday } : {}),
  })
}
