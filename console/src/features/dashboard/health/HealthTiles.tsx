import type { CallsHealth, Latency } from '@waystation/contract/calls/health'
import { useLanguage, useText } from '~/i18n'
import { numberText, StatTile, StatTiles, useQuotaFormat } from '~/ui/kit'
import { changeOf } from '../change.ts'
import { secondsText, successShare, successText } from './use-health.ts'

/** Below this share something is wrong. */
const GOOD_SHARE = 0.99

interface HealthTilesProps {
  /** undefined while it loads. */
  readonly health: CallsHealth | undefined
  /** Spending by the hour is known for the whole site only, not for one user. */
  readonly hasHours: boolean
}

/** Success, failures, times, and what this hour costs beside the same hour of last week. */
export function HealthTiles({ health, hasHours }: HealthTilesProps) {
  const t = useText()
  const language = useLanguage()
  if (!health) {
    const labels = (['success', 'failed', 'firstToken', 'wholeCall', 'thisHour'] as const).filter(
      (label) => hasHours || label !== 'thisHour',
    )
    return (
      <StatTiles>
        {labels.map((label) => (
          <StatTile key={label} label={t(`dashboard.health.${label}`)} value="" isLoading />
        ))}
      </StatTiles>
    )
  }
  const { answered, failed, refused, latency, hours } = health
  const share = successShare(answered, failed)
  const course = health.answered_by_step.map((count, at) => successShare(count, health.failed_by_step[at] ?? 0))
  return (
    <StatTiles>
      <StatTile
        label={t('dashboard.health.success')}
        value={successText(share)}
        detail={share === null ? t('dashboard.noCalls') : t('dashboard.health.ofCalls', { count: numberText(answered + failed, language) })}
        {...(share !== null && share < GOOD_SHARE ? { detailTone: 'red' as const } : {})}
        trend={course}
        hint={t('dashboard.health.successHint')}
      />
      <StatTile
        label={t('dashboard.health.failed')}
        value={numberText(failed, language)}
        detail={refused > 0 ? t('dashboard.health.refused', { count: refused, calls: numberText(refused, language) }) : undefined}
        trend={health.failed_by_step}
        hint={t('dashboard.health.failedHint')}
      />
      <TimeTile name="firstToken" latency={latency?.first} />
      <TimeTile name="wholeCall" latency={latency?.total} />
      {hours && <HourTile hours={hours} />}
    </StatTiles>
  )
}

/** Median and 95th percentile. */
function TimeTile({ name, latency }: { readonly name: 'firstToken' | 'wholeCall'; readonly latency: Latency | undefined }) {
  const t = useText()
  const label = t(`dashboard.health.${name}`)
  if (!latency) return <StatTile label={label} value="–" detail={t('dashboard.health.untimed')} />
  return (
    <StatTile
      label={label}
      value={secondsText(latency.p50)}
      detail={latency.p95 === null ? t('dashboard.noCalls') : t('dashboard.health.p95', { time: secondsText(latency.p95) })}
      trend={latency.p95s}
      hint={t('dashboard.health.timeHint')}
    />
  )
}

function HourTile({ hours }: { readonly hours: NonNullable<CallsHealth['hours']> }) {
  const t = useText()
  const money = useQuotaFormat()
  const [now, before] = [hours.quota.at(-1) ?? 0, hours.week_before.at(-1) ?? 0]
  const change = changeOf(now, before)
  const than = t('dashboard.health.thanLastWeek')
  const detail =
    change.kind === 'changed'
      ? t('dashboard.changed', { change: change.text, than })
      : change.kind === 'same'
        ? t('dashboard.unchanged', { than })
        : t('dashboard.health.noLastWeek')
  return (
    <StatTile
      label={t('dashboard.health.thisHour')}
      value={money(now)}
      detail={detail}
      trend={hours.quota}
      hint={t('dashboard.health.hourHint', { amount: money(before) })}
    />
  )
}
