import type { UsageOrder, UsageOverview } from '@waystation/contract/calls/data'
import { type Text, useText } from '~/i18n'
import { StatTile, StatTiles, shortNumber } from '~/ui/kit'
import { changeOf } from '../change.ts'
import type { View } from '../use-view.ts'
import { courseOf, tokensOf, useMetricFormat } from './figures.ts'

interface TilesProps {
  readonly view: View
  /** undefined while it loads. */
  readonly overview: UsageOverview | undefined
}

/** Spend, calls and tokens of the span with their course and change; calls and tokens of the last minute. */
export function Tiles({ view, overview }: TilesProps) {
  const t = useText()
  const sums = overview && {
    quota: [overview.totals.quota, overview.before?.quota] as const,
    calls: [overview.totals.calls, overview.before?.calls] as const,
    tokens: [tokensOf(overview.totals), overview.before ? tokensOf(overview.before) : undefined] as const,
  }
  const minutes = overview ? minutesOf(overview, view) : 0
  return (
    <StatTiles>
      {(['quota', 'calls', 'tokens'] as const).map((metric) => (
        <SumTile key={metric} metric={metric} view={view} overview={overview} sum={sums?.[metric]} />
      ))}
      <RateTile label={t('dashboard.rpm')} value={overview?.rpm} average={(sums?.calls[0] ?? 0) / minutes} />
      <RateTile label={t('dashboard.tpm')} value={overview?.tpm} average={(sums?.tokens[0] ?? 0) / minutes} />
    </StatTiles>
  )
}

interface SumTileProps extends TilesProps {
  readonly metric: UsageOrder
  readonly sum: readonly [number, number | undefined] | undefined
}

function SumTile({ metric, view, overview, sum }: SumTileProps) {
  const t = useText()
  const format = useMetricFormat(metric)
  const label = t(`dashboard.${metric}`)
  if (!overview || !sum) return <StatTile label={label} value="" isLoading />
  const hint =
    metric === 'tokens'
      ? t('dashboard.inOut', { input: shortNumber(overview.totals.prompt_tokens), output: shortNumber(overview.totals.completion_tokens) })
      : format.exact(sum[0])
  return (
    <StatTile label={label} value={format.short(sum[0])} detail={changeText(sum, view, t)} trend={courseOf(overview, metric)} hint={hint} />
  )
}

/** `+12.4% vs yesterday`, in the words that fit the span. */
function changeText([now, before]: readonly [number, number | undefined], { chosen, days }: View, t: Text): string {
  const change = changeOf(now, before)
  if (change.kind === 'unknown') return '—'
  const than =
    chosen === 'today'
      ? t('dashboard.thanYesterday')
      : days === 1
        ? t('dashboard.thanDayBefore')
        : t('dashboard.thanDaysBefore', { count: days })
  if (change.kind === 'changed') return t('dashboard.changed', { change: change.text, than })
  return change.kind === 'new' ? t('dashboard.changedFromNothing') : t('dashboard.unchanged', { than })
}

interface RateTileProps {
  readonly label: string
  /** null: unknown; undefined: loading. */
  readonly value: number | null | undefined
  readonly average: number
}

function RateTile({ label, value, average }: RateTileProps) {
  const t = useText()
  if (value === undefined) return <StatTile label={label} value="" isLoading />
  if (value === null) return <StatTile label={label} value="—" detail={t('dashboard.notLogged')} />
  return (
    <StatTile
      label={label}
      value={shortNumber(value)}
      detail={t('dashboard.average', { value: average < 10 ? String(Number(average.toPrecision(2))) : shortNumber(Math.round(average)) })}
      hint={t('dashboard.lastMinute')}
    />
  )
}

/** How much of the span has passed, in minutes; at least one. */
function minutesOf({ as_of }: UsageOverview, { span }: View): number {
  return Math.max(1, (Math.min(as_of, span.to) - span.from) / 60)
}
