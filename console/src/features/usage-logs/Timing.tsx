import type { LogEntry } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { firstMs, otherOf, totalMs } from '~/shared/log-row'
import { hasLeft, isError, isFailedTest, secondsText } from './log-other.ts'
import { RouteBar } from './RouteBar.tsx'

/** The timing of a call, for users who may not see its channels. */
export function Timing({ row }: { readonly row: LogEntry }) {
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
