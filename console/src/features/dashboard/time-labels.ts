import type { UsageStep } from '@waystation/contract/calls/data'
import type { Language } from '~/i18n/language'

const locales = { zh: 'zh-CN', en: 'en-US' } as const

/** The language and the time zone that a moment is shown in. */
export interface LabelRules {
  readonly language: Language
  readonly zone: string
}

/** Under the axis: the clock within a day, else the day, with the hour where days have hours. */
export function axisLabel(start: number, step: UsageStep, days: number, rules: LabelRules): string {
  if (step !== 'hour') return dayText(start, rules)
  return days <= 1 ? clockText(start, rules) : `${dayText(start, rules)} ${clockText(start, rules)}`
}

/** Head of the tooltip: `Mar 18 09:00`, `Wed, Mar 18`, `Mar 16 – Mar 22`. @param end of the step, unix seconds */
export function fullLabel({ start, end }: { start: number; end: number }, step: UsageStep, rules: LabelRules): string {
  if (step === 'hour') return `${dayText(start, rules)} ${clockText(start, rules)}`
  if (step === 'day') return dayText(start, rules, 'short')
  return `${dayText(start, rules)} – ${dayText(end - 1, rules)}`
}

/** `Mar 18`, with the year where it is another one. */
export function dayText(unix: number, { language, zone }: LabelRules, weekday?: 'short'): string {
  const yearOf = (ms: number) => new Date(ms).toLocaleDateString('en-US', { year: 'numeric', timeZone: zone })
  return new Date(unix * 1000).toLocaleDateString(locales[language], {
    ...{ month: 'short', day: 'numeric', timeZone: zone },
    ...(yearOf(unix * 1000) === yearOf(Date.now()) ? {} : { year: 'numeric' }),
    ...(weekday ? { weekday } : {}),
  })
}

/** `09:00`. */
export const clockText = (unix: number, { zone }: LabelRules): string =>
  new Date(unix * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone })
