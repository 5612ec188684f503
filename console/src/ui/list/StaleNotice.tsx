import { useLanguage, useText } from '../../i18n/index.ts'
import { WarningIcon } from '../icons.ts'
import { timeText } from '../time-format.ts'
import './stale-notice.css'

interface StaleNoticeProps {
  /** Unix seconds: when what is shown was fetched. */
  readonly since: number
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Shown when a refresh failed and old rows remain: their time, and a retry. */
export function StaleNotice({ since, isRetrying, onRetry }: StaleNoticeProps) {
  const t = useText()
  const language = useLanguage()
  const isToday = timeText(since, 'date', language) === timeText(Date.now() / 1000, 'date', language)
  const time = isToday ? timeText(since, 'clock', language).slice(0, 5) : timeText(since, 'short', language)
  return (
    <div className="stale-notice" role="status">
      <WarningIcon />
      <span>{t('table.stale', { time })}</span>
      <button type="button" disabled={isRetrying} onClick={onRetry}>
        {isRetrying ? t('table.loading') : t('action.retry')}
      </button>
    </div>
  )
}
