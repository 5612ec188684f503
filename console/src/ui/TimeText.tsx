import { useLanguage, useText } from '../i18n/index.ts'
import { type TimeStyle, timeText } from './time-format.ts'

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
