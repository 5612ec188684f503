import type { Language } from '../i18n/language.ts'

const locales = { zh: 'zh-CN', en: 'en-US' } as const
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * How a moment stands in a table: `clock` 14:32:07 while the range is one day; `short` 3月18日 14:32, with the year in place of the clock
 * when it is another year; `day` 3月18日, with the year when it is another one; `date` the day alone; `full` everything, for tooltips and details.
 */
export type TimeStyle = 'clock' | 'short' | 'day' | 'date' | 'full'

/** @param unix seconds */
export function timeText(unix: number, style: TimeStyle, language: Language): string {
  const date = new Date(unix * 1000)
  const clock = `${pad(date.getHours())}:${pad(date.getMinutes())}`
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  if (style === 'clock') return `${clock}:${pad(date.getSeconds())}`
  if (style === 'full') return `${day} ${clock}:${pad(date.getSeconds())}`
  if (style === 'date' || date.getFullYear() !== new Date().getFullYear()) return day
  const monthDay = date.toLocaleDateString(locales[language], { month: 'short', day: 'numeric' })
  return style === 'day' ? monthDay : `${monthDay} ${clock}`
}

/** Seconds as minutes and seconds on a clock that runs down: `14:32`, `0:07`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${pad(Math.floor(seconds % 60))}`
}
