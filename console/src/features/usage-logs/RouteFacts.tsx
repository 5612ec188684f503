import type { AttemptFact, LogEntry } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { firstMs, isError, otherOf, totalMs } from './log-other.ts'

/** Which channels were tried, each with its bar on one time axis. Who tried is the admins' to know; others see how the time went. */
export function RouteFacts({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  const attempts = otherOf(row).admin_info?.attempts
  if (!isAdmin || attempts === undefined) return <Timing row={row} />
  return (
    <section className="route">
      <h4>
        {t('log.route')} <span>{attempts.length === 0 ? t('log.noAttempt') : t('log.attempts', { count: attempts.length })}</span>
      </h4>
      <ol>
        {attempts.map((attempt, index) => (
          <Attempt key={attempt.started_ms} attempt={attempt} row={row} isLast={index === attempts.length - 1} />
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt, row, isLast }: { readonly attempt: AttemptFact; readonly row: LogEntry; readonly isLast: boolean }) {
  const t = useText()
  const whole = Math.max(totalMs(row), attempt.started_ms + attempt.took_ms, 1)
  const hasServed = isLast && !isError(row) && attempt.error === undefined
  // An attempt is over with its first byte; the one that served goes on to the end of the call.
  const endMs = hasServed ? whole : attempt.started_ms + attempt.took_ms
  const first = firstMs(row)
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  const notes = hasServed
    ? [
        first !== undefined && t('log.firstAfter', { time: seconds(first) }),
        is_model_mapped && t('log.upstreamModel', { model: upstream ?? '' }),
      ]
    : []
  return (
    <li className={hasServed ? 'served' : 'failed'}>
      <div className="route-line">
        <span className="text3">#{attempt.channel_id}</span>
        <strong>{attempt.channel_name}</strong>
        <span className="grow" />
        {attempt.status !== undefined && <span className={hasServed ? 'tone-green' : 'tone-red'}>{attempt.status}</span>}
        <span className="number route-time">{seconds(endMs - attempt.started_ms)}</span>
      </div>
      {attempt.error && <p className="mono tone-red">{withoutStatus(attempt)}</p>}
      {notes.some(Boolean) && <p>{notes.filter(Boolean).join(' · ')}</p>}
      <Bar parts={[{ from: attempt.started_ms, to: endMs, tone: hasServed ? 'green' : 'red' }]} whole={whole} />
    </li>
  )
}

function Timing({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const whole = Math.max(totalMs(row), 1)
  const first = firstMs(row)
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  return (
    <section className="route">
      <h4>
        {t('log.timing')} <span>{seconds(whole)}</span>
      </h4>
      <ol>
        {first !== undefined && (
          <li className="hollow">
            <div className="route-line">
              <span>{t('log.timingWait')}</span>
              <span className="grow" />
              <span className="number route-time">{seconds(first)}</span>
            </div>
            <Bar parts={[{ from: 0, to: Math.min(first, whole), tone: 'neutral' }]} whole={whole} />
          </li>
        )}
        <li className={isError(row) ? 'failed' : 'served'}>
          <div className="route-line">
            <span>{isError(row) ? row.content : t('log.timingAnswer')}</span>
            <span className="grow" />
            <span className="number route-time">{seconds(whole - Math.min(first ?? 0, whole))}</span>
          </div>
          {is_model_mapped && <p>{t('log.upstreamModel', { model: upstream ?? '' })}</p>}
          <Bar parts={[{ from: Math.min(first ?? 0, whole), to: whole, tone: isError(row) ? 'red' : 'green' }]} whole={whole} />
        </li>
      </ol>
    </section>
  )
}

interface BarPart {
  readonly from: number
  readonly to: number
  readonly tone: 'green' | 'red' | 'neutral'
}

/** Spans of time on an axis that all bars of a call share. */
function Bar({ parts, whole }: { readonly parts: readonly BarPart[]; readonly whole: number }) {
  return (
    <div className="route-bar" aria-hidden>
      {parts.map((part) => (
        <i
          key={part.from}
          style={{
            left: `${(part.from / whole) * 100}%`,
            width: `max(3px, ${((part.to - part.from) / whole) * 100}%)`,
            background: `var(--${part.tone}Dot)`,
          }}
        />
      ))}
    </div>
  )
}

/** The status stands beside the channel's name already. */
const withoutStatus = ({ error = '', status }: AttemptFact): string =>
  error.startsWith(`${status} `) ? error.slice(String(status).length + 1) : error

/** Two decimals of a second; what would then be next to nothing, in milliseconds. */
const seconds = (ms: number): string => (ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)
