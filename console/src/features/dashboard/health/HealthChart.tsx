import { type CallsHealth, MAX_LATENCY_DAYS } from '@waystation/contract/calls/health'
import { useLanguage, useText } from '~/i18n'
import { Chart, type ChartProps, OTHER_COLOR, Panel, Segmented, useUrlChoice } from '~/ui/kit'
import { axisLabel, clockText, fullLabel } from '../time-labels.ts'
import { useMetricFormat } from '../usage/figures.ts'
import type { View } from '../use-view.ts'
import { secondsText, successShare, successText } from './use-health.ts'

const courses = ['success', 'firstToken', 'wholeCall', 'hours'] as const
type Course = (typeof courses)[number]

interface HealthChartProps {
  readonly view: View
  readonly health: CallsHealth | undefined
}

/** The course of one figure of health. Plain users have that of success alone. */
export function HealthChart({ view, health }: HealthChartProps) {
  const t = useText()
  const [wanted, choose] = useUrlChoice('health', courses)
  // Of one user no times are counted.
  const isEverybodys = view.isAdmin && view.username === undefined
  const shown: Course = isEverybodys ? wanted : 'success'
  const choices = courses.map((value) => ({ value, label: t(`dashboard.health.short.${value}`) }))
  return (
    <Panel
      title={t(`dashboard.health.course.${shown}`)}
      aside={
        isEverybodys ? (
          <Segmented label={t('dashboard.health.figure')} size="small" value={shown} onChange={choose} choices={choices} />
        ) : (
          health && <strong>{successText(successShare(health.answered, health.failed))}</strong>
        )
      }
    >
      <Chart
        title={t(`dashboard.health.course.${shown}`)}
        kind="lines"
        {...useCourse(shown, view, health)}
        isLoading={!health}
        emptyText={emptyText(shown, health, t)}
        height={CHART_HEIGHT}
      />
    </Panel>
  )
}

/** px. */
const CHART_HEIGHT = 224

function emptyText(shown: Course, health: CallsHealth | undefined, t: ReturnType<typeof useText>): string {
  if (shown === 'hours') return t('dashboard.health.noSpend')
  const isUntimed = shown !== 'success' && health?.latency === null
  return isUntimed ? t('dashboard.health.tooLong', { count: MAX_LATENCY_DAYS }) : t('dashboard.noCalls')
}

function useCourse(
  shown: Course,
  view: View,
  health: CallsHealth | undefined,
): Pick<ChartProps, 'labels' | 'fullLabels' | 'series' | 'format' | 'axisFormat' | 'range'> {
  const t = useText()
  const money = useMetricFormat('quota')
  const rules = { language: useLanguage(), zone: view.zone }
  if (shown === 'hours') {
    const { starts = [], quota = [], week_before = [] } = health?.hours ?? {}
    return {
      labels: starts.map((start) => clockText(start, rules)),
      fullLabels: starts.map((start, at) => fullLabel({ start, end: starts[at + 1] ?? start + 3600 }, 'hour', rules)),
      series: [
        { name: t('dashboard.health.weekBefore'), values: week_before, color: OTHER_COLOR },
        { name: t('dashboard.health.now'), values: quota, color: 0 },
      ],
      format: money.short,
      axisFormat: money.axis(Math.max(0, ...quota, ...week_before)),
      range: { min: 0 },
    }
  }
  const starts = health?.starts ?? []
  const step = health?.step ?? 'day'
  const time = {
    labels: starts.map((start) => axisLabel(start, step, view.days, rules)),
    fullLabels: starts.map((start, at) => fullLabel({ start, end: starts[at + 1] ?? view.span.to }, step, rules)),
  }
  if (shown === 'success') {
    const values = (health?.answered_by_step ?? []).map((count, at) => {
      const share = successShare(count, health?.failed_by_step[at] ?? 0)
      return share === null ? null : share * 100
    })
    const percent = (value: number) => `${Number(value.toFixed(2))}%`
    return {
      ...time,
      series: [{ name: t('dashboard.health.short.success'), values, color: 0 }],
      format: percent,
      range: { min: lowest(values), max: 100 },
    }
  }
  const latency = shown === 'firstToken' ? health?.latency?.first : health?.latency?.total
  const series = [
    { name: 'p95', values: latency?.p95s ?? [], color: 1 },
    { name: 'p50', values: latency?.p50s ?? [], color: 0 },
  ]
  return { ...time, series, format: secondsText, axisFormat: (ms) => `${Number((ms / 1000).toFixed(2))} s`, range: { min: 0 } }
}

/** Where an axis of percentages begins, so that a small dip is seen and a large one fits. */
function lowest(values: readonly (number | null)[]): number {
  const least = Math.min(100, ...values.filter((value) => value !== null))
  return [98, 95, 90, 80, 60].find((bound) => least >= bound) ?? 0
}
