import { Link, useNavigate } from '@tanstack/react-router'
import { type UsageOverview, usageOrders } from '@waystation/contract/data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Chart, type ChartSeries, OTHER_COLOR, Panel, Segmented } from '~/ui/kit'
import { useMetricFormat } from './figures.ts'
import { logSearch } from './log-search.ts'
import { useModelNames } from './model-names.ts'
import { axisLabel, fullLabel } from './time-labels.ts'
import type { View } from './use-view.ts'

interface ModelChartProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** What was used over time, by model. A click on a bar leads to its calls. */
export function ModelChart({ view, overview }: ModelChartProps) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const format = useMetricFormat(view.metric)
  const names = useModelNames(overview)
  const { metric, span, username } = view
  const starts = overview?.starts ?? []
  const models = overview?.models ?? []
  // What is drawn may be of the span before, while the next is on its way.
  const step = overview?.step_seconds === 3600 ? 'hour' : overview?.step_seconds === 604_800 ? 'week' : 'day'
  const series = models.map(
    (model, index): ChartSeries => ({
      name: names[index] ?? '',
      values: model[metric],
      color: model.model === null ? OTHER_COLOR : index,
    }),
  )
  const openLogs = (at: number, hit: ChartSeries | undefined) => {
    const from = starts[at]
    if (from === undefined || overview === undefined) return
    const model = models[hit ? series.findIndex(({ name }) => name === hit.name) : -1]?.model ?? undefined
    const search = logSearch({ span: { from, to: Math.min(from + overview.step_seconds, span.to) }, model, username })
    void navigate({ to: paths.logs(), search: search as never })
  }
  return (
    <Panel
      title={t(`dashboard.byModel.${metric}`)}
      aside={
        <>
          <Link to={paths.logs()} search={logSearch({ span, username }) as never}>
            {t('dashboard.openLogs')}
          </Link>
          <Segmented
            label={t('dashboard.metric')}
            size="small"
            value={metric}
            onChange={view.chooseMetric}
            choices={usageOrders.map((value) => ({ value, label: t(`dashboard.${value}`) }))}
          />
        </>
      }
    >
      <Chart
        title={t(`dashboard.byModel.${metric}`)}
        kind="bars"
        labels={starts.map((start) => axisLabel(start, step, view.days, language))}
        fullLabels={starts.map((start) => fullLabel(start, step, span.to, language))}
        series={series}
        format={format.short}
        axisFormat={format.axis}
        totalName={t('dashboard.total')}
        isLoading={!overview}
        emptyText={t('dashboard.noCalls')}
        height={272}
        onPick={openLogs}
      />
    </Panel>
  )
}
