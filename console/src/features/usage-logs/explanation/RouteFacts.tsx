import { Link } from '@tanstack/react-router'
import type { AttemptFact, CandidateFact, LogEntry } from '@waystation/contract/calls/log'
import { type TextKey, useText } from '~/i18n'
import { paths } from '~/paths'
import { firstMs, otherOf, totalMs } from '~/shared/log-row'
import { hasLeft, isError, isFailedTest, isRefused, secondsText } from '../log-other.ts'
import { ChannelLine } from './ChannelLine.tsx'
import { SkippedChannels } from './SkippedChannels.tsx'
import { foldsOf } from './skip-folds.ts'

interface BarPart {
  readonly from: number
  readonly to: number
  readonly tone: 'green' | 'red' | 'neutral'
}

/** Spans of time, in milliseconds, on an axis that all bars of a call share. */
function RouteBar({ parts, whole }: { readonly parts: readonly BarPart[]; readonly whole: number }) {
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

/** The timing of a call, for users who may not see its channels. */
function Timing({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const whole = Math.max(totalMs(row), 1)
  const first = firstMs(row)
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  const { admin_info: admin } = otherOf(row)
  const isFailed = isError(row) || isFailedTest(row)
  const tone = !isFailed ? 'green' : hasLeft(row) ? 'neutral' : 'red'
  return (
    <section className="route">
      <h4>
        {t('log.timing')} <span>{secondsText(whole)}</span>
      </h4>
      <ol>
        {first !== undefined && (
          <li className="hollow">
            <div className="route-line">
              <span>{t('log.timingWait')}</span>
              <span className="grow" />
              <span className="number route-time">{secondsText(first)}</span>
            </div>
            <RouteBar parts={[{ from: 0, to: Math.min(first, whole), tone: 'neutral' }]} whole={whole} />
          </li>
        )}
        <li className={tone === 'green' ? 'served' : tone === 'red' ? 'failed' : 'left'}>
          <div className="route-line">
            <span>{isFailed ? row.content : t('log.timingAnswer')}</span>
            <span className="grow" />
            <span className="number route-time">{secondsText(whole - Math.min(first ?? 0, whole))}</span>
          </div>
          {isFailedTest(row) && <p className="mono tone-red">{admin?.error_detail}</p>}
          {is_model_mapped && <p>{t('log.upstreamModel', { model: upstream ?? '' })}</p>}
          <RouteBar parts={[{ from: Math.min(first ?? 0, whole), to: whole, tone }]} whole={whole} />
        </li>
      </ol>
    </section>
  )
}

/** A call that was turned away, and what its caller can do. Names no channel: those are the admins' to know. */
function Refused({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const { error_code: code = '', endpoint = '', status_code: status } = otherOf(row)
  const why = refusals[code]
  return (
    <section className="route">
      <h4>
        {t('log.refused')} {status !== undefined && <span>{status}</span>}
      </h4>
      {/* The row itself says what happened. */}
      <p className="refused-words">{why ? t(why, { model: row.model_name, group: row.group, endpoint }) : row.content}</p>
    </section>
  )
}

const refusals: Readonly<Record<string, TextKey>> = {
  model_not_found: 'log.refusedWhy.model_not_found',
  get_channel_failed: 'log.refusedWhy.get_channel_failed',
  channels_resting: 'log.refusedWhy.channels_resting',
  upstream_saturated: 'log.refusedWhy.upstream_saturated',
  model_price_error: 'log.refusedWhy.model_price_error',
  context_length_exceeded: 'log.refusedWhy.context_length_exceeded',
  cannot_translate: 'log.refusedWhy.cannot_translate',
  insufficient_user_quota: 'log.refusedWhy.insufficient_user_quota',
  pre_consume_token_quota_failed: 'log.refusedWhy.pre_consume_token_quota_failed',
  token_exhausted: 'log.refusedWhy.token_exhausted',
  model_not_allowed: 'log.refusedWhy.model_not_allowed',
  rate_limit_exceeded: 'log.refusedWhy.rate_limit_exceeded',
}

interface NoRouteProps {
  readonly row: LogEntry
  /** Are there channels that have the model, or nearly have it? They stand below. */
  readonly hasCandidates: boolean
}

/** For admins: which group wanted which model, whether any channel has it, and a link to those that do. */
function NoRoute({ row, hasCandidates }: NoRouteProps) {
  const t = useText()
  const isUnknown = otherOf(row).error_code === 'model_not_found'
  const facts = { model: row.model_name, group: row.group }
  return (
    <div className="no-route">
      <p className="tone-orange">{t(isUnknown ? 'log.noRouteUnknown' : 'log.noRoute', facts)}</p>
      <p>
        {isUnknown ? t(hasCandidates ? 'log.noRouteNear' : 'log.noRouteUnknownText') : !hasCandidates && t('log.noRouteNone', facts)}{' '}
        <Link className="log-link" to={paths.channels()} search={{ model: row.model_name }}>
          {t('log.noRouteChannels')}
        </Link>
      </p>
    </div>
  )
}

/** Refusals for want of a channel that have details to show. */
const NO_ROUTE = new Set(['model_not_found', 'get_channel_failed'])

/** Which channels could have served and what became of each, on one time axis. This is the admins' to know; others see how the time went. */
export function RouteFacts({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  const { attempts, candidates = [], candidate_count: told, skip_counts: counts } = otherOf(row).admin_info ?? {}
  if (isRefused(row) && (!isAdmin || (candidates.length === 0 && !NO_ROUTE.has(otherOf(row).error_code ?? ''))))
    return <Refused row={row} />
  if (!isAdmin || attempts === undefined) return <Timing row={row} />
  const byId = new Map(candidates.map((one) => [one.channel_id, one]))
  const tried = new Set(attempts.map((attempt) => attempt.channel_id))
  const untried = candidates.filter((one) => one.skipped === undefined && !tried.has(one.channel_id))
  const count = told ?? candidates.length
  const folded = foldsOf(candidates, counts)
  const unnamed = count - untried.length - tried.size - folded.reduce((sum, fold) => sum + fold.count, 0)
  const tries = attempts.length === 0 ? t('log.noAttempt') : t('log.attempts', { count: attempts.length })
  return (
    <section className="route">
      <h4>
        {t('log.route')}{' '}
        <span>{count > 0 ? t('log.routeCounts', { candidates: t('log.candidates', { count }), attempts: tries }) : tries}</span>
      </h4>
      {isRefused(row) && <NoRoute row={row} hasCandidates={candidates.length > 0} />}
      <ol>
        {attempts.map((attempt, index) => (
          <Attempt
            key={attempt.started_ms}
            attempt={attempt}
            candidate={byId.get(attempt.channel_id)}
            row={row}
            isLast={index === attempts.length - 1}
          />
        ))}
        {folded.map((fold) => (
          <SkippedChannels key={fold.reason} fold={fold} row={row} />
        ))}
        {untried.map((one) => (
          <li key={one.channel_id} className="hollow">
            <ChannelLine id={one.channel_id} name={one.channel_name ?? ''} candidate={one} isQuiet>
              <span className="text3">{t(isError(row) ? 'log.notTried' : 'log.notNeeded')}</span>
            </ChannelLine>
          </li>
        ))}
        {unnamed > 0 && <li className="hollow text3">{t('log.moreCandidates', { count: unnamed })}</li>}
      </ol>
    </section>
  )
}

interface AttemptProps {
  readonly attempt: AttemptFact
  readonly candidate: CandidateFact | undefined
  readonly row: LogEntry
  readonly isLast: boolean
}

function Attempt({ attempt, candidate, row, isLast }: AttemptProps) {
  const t = useText()
  const whole = Math.max(totalMs(row), attempt.started_ms + attempt.took_ms, 1)
  const wasLeft = isLast && hasLeft(row) && attempt.error === undefined && isError(row)
  const hasServed = isLast && !isError(row) && attempt.error === undefined
  const tone = wasLeft ? 'neutral' : hasServed ? 'green' : 'red'
  // An attempt is over with its first byte; the one that served goes on to the end of the call.
  const endMs = hasServed ? whole : attempt.started_ms + attempt.took_ms
  const notes = hasServed ? servedNotes(row, t) : wasLeft ? [t('log.whileLeft')] : []
  return (
    <li className={wasLeft ? 'left' : hasServed ? 'served' : 'failed'}>
      <ChannelLine id={attempt.channel_id} name={attempt.channel_name} candidate={candidate}>
        {attempt.status !== undefined && <span className={`tone-${tone}`}>{attempt.status}</span>}
        <span className="number route-time">{secondsText(endMs - attempt.started_ms)}</span>
      </ChannelLine>
      {attempt.error && <p className="mono tone-red">{withoutStatus(attempt)}</p>}
      {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      <RouteBar parts={[{ from: attempt.started_ms, to: endMs, tone }]} whole={whole} />
    </li>
  )
}

function servedNotes(row: LogEntry, t: ReturnType<typeof useText>): string[] {
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  const first = firstMs(row)
  return [
    ...(first === undefined ? [] : [t('log.firstAfter', { time: secondsText(first) })]),
    ...(is_model_mapped ? [t('log.upstreamModel', { model: upstream ?? '' })] : []),
  ]
}

/** The status is already shown next to the channel's name. */
const withoutStatus = ({ error = '', status }: AttemptFact): string =>
  error.startsWith(`${status} `) ? error.slice(String(status).length + 1) : error
