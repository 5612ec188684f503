import { Link, useNavigate } from '@tanstack/react-router'
import { type UsageOverview, usageOrders } from '@waystation/contract/calls/data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Chart, type ChartSeries, OTHER_COLOR, Panel, Segmented } from '~/ui/kit'
import { logSearch } from '../log-search.ts'
import { axisLabel, fullLabel } from '../time-labels.ts'
import type { View } from '../use-view.ts'
import { sumOf, useMetricFormat, useModelNames } from './figures.ts'

interface ModelChartProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** What was used over time, by model. A click on a bar leads to its calls. */
export function ModelChart({ view, overview }: ModelChartProps) {
  const t = useText()
  const language = useLanguage()
  const format = useMetricFormat(view.metric)
  const series = useSeries(view, overview)
  const openLogs = useOpenLogs(view, overview)
  const { metric, span, days, zone } = view
  const starts = overview?.starts ?? []
  // While the next span loads, the former one stays drawn with its own step.
  const step = overview?.step ?? 'day'
  const rules = { language, zone }
  const title = t(`dashboard.byModel.${metric}`)
  return (
    <Panel title={title} aside={<Aside view={view} />}>
      <Chart
        title={title}
        kind="bars"
        labels={starts.map((start) => axisLabel(start, step, days, rules))}
        fullLabels={starts.map((start, at) => fullLabel({ start, end: starts[at + 1] ?? span.to }, step, rules))}
        series={series}
        format={format.short}
        axisFormat={format.axis(Math.max(0, ...starts.map((_, at) => sumOf(series.map(({ values }) => values[at] ?? 0)))))}
        totalName={t('dashboard.total')}
        isLoading={!overview}
        emptyText={t('dashboard.noCalls')}
        height={272}
        onPick={(at, hit) => openLogs(at, hit && series.findIndex(({ name }) => name === hit.name))}
      />
    </Panel>
  )
}

function Aside({ view }: { readonly view: View }) {
  const t = useText()
  return (
    <>
      <Link to={paths.logs()} search={logSearch(view)}>
        {t('dashboard.openLogs')}
      </Link>
      <Segmented
        label={t('dashboard.metric')}
        size="small"
        value={view.metric}
        onChange={view.chooseMetric}
        choices={usageOrders.map((value) => ({ value, label: t(`dashboard.${value}`) }))}
      />
    </>
  )
}

function useSeries({ metric }: View, overview: UsageOverview | undefined): readonly ChartSeries[] {
  const names = useModelNames(overview)
  return (overview?.models ?? []).map((model, index) => ({
    name: names[index] ?? '',
    values: model[metric],
    color: model.model === null ? OTHER_COLOR : index,
  }))
}

/** Opens the calls of a column, and of one model where its segment was hit. */
function useOpenLogs({ span, username }: View, overview: UsageOverview | undefined) {
  const navigate = useNavigate()
  return (at: number, modelAt: number | undefined) => {
    const from = overview?.starts[at]
    if (overview === undefined || from === undefined) return
    const model = modelAt === undefined ? undefined : (overview.models[modelAt]?.model ?? undefined)
    const search = logSearch({ span: { from, to: overview.starts[at + 1] ?? span.to }, model, username })
    void navigate({ to: paths.logs(), search })
  }
}
