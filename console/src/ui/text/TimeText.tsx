import type { Tone } from '@waystation/contract/site/status-table'
import { wallMs } from '@waystation/contract/values/calendar'
import { useLanguage, useText } from '../../i18n/index.ts'
import type { Language } from '../../i18n/language.ts'
import { isElsewhere, offsetText, shownZone } from '../time-zone.ts'

export interface TimeTextProps {
  /** Unix seconds; -1 is "never expires", 0 is an en dash. */
  readonly unix: number
  readonly style?: TimeStyle
}

/** A moment. The whole instant is in the tooltip. */
export function TimeText({ unix, style = 'short' }: TimeTextProps) {
  const language = useLanguage()
  const t = useText()
  if (unix < 0) return <span className="text2">{t('time.never')}</span>
  if (unix === 0) return <span className="text3">–</span>
  return (
    <time className="number" dateTime={new Date(unix * 1000).toISOString()} title={timeText(unix, 'full', language)}>
      {timeText(unix, style, language)}
    </time>
  )
}

const locales = { zh: 'zh-CN', en: 'en-US' } as const
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * How a moment stands in a table: `clock` 14:32:07 while the range is one day; `short` 3月18日 14:32, with the year in place of the clock
 * when it is another year; `day` 3月18日, with the year when it is another one; `date` the day alone; `full` everything, for tooltips and details.
 */
export type TimeStyle = 'clock' | 'short' | 'day' | 'date' | 'full'

/**
 * By the site's clock. In full the zone is said where the reader's own clock shows something else.
 * @param unix seconds
 */
export function timeText(unix: number, style: TimeStyle, language: Language): string {
  const date = shownDate(unix * 1000)
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  if (style === 'clock') return `${clock}:${pad(date.getUTCSeconds())}`
  if (style === 'full')
    return `${day} ${clock}:${pad(date.getUTCSeconds())}${isElsewhere(unix * 1000) ? ` ${offsetText(unix * 1000)}` : ''}`
  if (style === 'date' || date.getUTCFullYear() !== shownDate(Date.now()).getUTCFullYear()) return day
  const monthDay = date.toLocaleDateString(locales[language], { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return style === 'day' ? monthDay : `${monthDay} ${clock}`
}

/** What the site's clock shows at a moment, in the fields of UTC. */
const shownDate = (ms: number): Date => new Date(wallMs(Math.floor(ms / 1000) * 1000, shownZone()))

/** Seconds as minutes and seconds on a clock that runs down: `14:32`, `0:07`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${pad(Math.floor(seconds % 60))}`
}

export interface DurationTextProps {
  readonly ms: number
  /** Decimals of the seconds: one per column, so that figures line up. Default 1. */
  readonly digits?: number
  /** Shown as an en dash when nothing of it is left at these decimals: what took no time worth telling. */
  readonly zeroIsNone?: boolean
  /** Colours bad values; see `logDurationTone`, `firstTokenTone`. */
  readonly tone?: Tone | undefined
}

/** A span of time in seconds, unit included: `6.4 s`. */
export function DurationText({ ms, digits = 1, tone, zeroIsNone }: DurationTextProps) {
  const figure = (ms / 1000).toFixed(digits)
  if (zeroIsNone && Number(figure) === 0) return <span className="text3">–</span>
  return <span className={`number ${tone ? `tone-${tone}` : ''}`}>{figure} s</span>
}

/** Specification section 9: total under 101 s is normal, under 300 s orange, else red. */
export const totalTimeTone = (ms: number): Tone => (ms < 101_000 ? 'neutral' : ms < 300_000 ? 'orange' : 'red')
/** First token under 3 s is normal, under 10 s orange, else red. */
export const firstTokenTone = (ms: number): Tone => (ms < 3000 ? 'neutral' : ms < 10_000 ? 'orange' : 'red')
/** A channel's response time: up to 1 s green, 3 s lime, 5 s yellow, above red (specification section 4). */
export const responseTimeTone = (ms: number): Tone => (ms <= 1000 ? 'green' : ms <= 3000 ? 'lime' : ms <= 5000 ? 'amber' : 'red')
