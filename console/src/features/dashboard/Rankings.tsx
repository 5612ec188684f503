import { Link } from '@tanstack/react-router'
import type { UsageOverview } from '@waystation/contract/calls/data'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { OTHER_COLOR, Panel, percentText, RankList, type RankRow, ShareView } from '~/ui/kit'
import { sumOf, useMetricFormat, useModelNames } from './figures.ts'
import { type LogsQuery, logSearch } from './log-search.ts'
import type { View } from './use-view.ts'

interface RankingProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** The models of the chart next to it, in its colours. */
export function TopModels({ view, overview }: RankingProps) {
  const t = useText()
  const format = useMetricFormat(view.metric)
  const names = useModelNames(overview)
  const rows = overview?.models.map(({ model, [view.metric]: values }, index): RankRow => {
    const name = names[index] ?? ''
    const value = sumOf(values)
    return {
      key: model ?? '',
      name: model === null ? name : <LogsLink view={view} query={{ model }} name={name} />,
      value,
      text: format.short(value),
      color: model === null ? OTHER_COLOR : index,
    }
  })
  return (
    <Panel title={t('dashboard.topModels')} aside={t(`dashboard.${view.metric}`)}>
      <RankList
        label={t('dashboard.topModels')}
        rows={rows ?? []}
        isMono
        emptyText={t('dashboard.noCalls')}
        loadingRows={rows ? undefined : 7}
      />
    </Panel>
  )
}

/** The same models as parts of the whole. */
export function ModelShares({ view, overview }: RankingProps) {
  const t = useText()
  const names = useModelNames(overview)
  const parts = overview?.models.map(({ model, [view.metric]: values }, index) => ({
    name: names[index] ?? '',
    value: sumOf(values),
    color: model === null ? OTHER_COLOR : index,
  }))
  return (
    <Panel title={t('dashboard.shares')} aside={t(`dashboard.${view.metric}`)}>
      <ShareView label={t('dashboard.shares')} parts={parts ?? []} emptyText={t('dashboard.noCalls')} isLoading={!parts} />
    </Panel>
  )
}

export function TopUsers({ view, overview }: RankingProps) {
  const t = useText()
  const rows = overview?.users?.map(({ user_id: id, username, ...sums }) => ({
    key: String(id),
    name: username === '' ? t('dashboard.deletedUser', { id }) : <LogsLink view={view} query={{ username }} name={username} />,
    value: sums[view.metric],
  }))
  return <Largest title={t('dashboard.topUsers')} view={view} overview={overview} rows={rows} />
}

export function TopChannels({ view, overview }: RankingProps) {
  const t = useText()
  const rows = overview?.channels?.map(({ channel_id: id, name, ...sums }) => ({
    key: String(id),
    name: (
      <LogsLink
        view={view}
        query={{ channelId: id }}
        name={name || t('dashboard.deletedChannel', { id })}
        before={<span className="text3">#{id} </span>}
      />
    ),
    value: sums[view.metric],
  }))
  return <Largest title={t('dashboard.topChannels')} view={view} overview={overview} rows={rows} />
}

interface LargestProps extends RankingProps {
  readonly title: string
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly value: number }[] | undefined
}

/** Up to ten, with their share of everything in the span. */
function Largest({ title, rows, view, overview }: LargestProps) {
  const t = useText()
  const format = useMetricFormat(view.metric)
  const whole = sumOf((overview?.models ?? []).map((model) => sumOf(model[view.metric])))
  return (
    <Panel title={title} aside={t(`dashboard.${view.metric}`)}>
      <RankList
        label={title}
        rows={(rows ?? []).map((row) => ({
          ...row,
          text: format.short(row.value),
          ...(whole > 0 ? { note: percentText(row.value / whole) } : {}),
        }))}
        emptyText={t('dashboard.noCalls')}
        loadingRows={rows ? undefined : 5}
      />
    </Panel>
  )
}

interface LogsLinkProps {
  readonly view: View
  readonly query: Omit<LogsQuery, 'span'>
  readonly name: string
  readonly before?: ReactNode
}

/** A link to the calls behind a row. */
export function LogsLink({ view: { span, username }, query, name, before }: LogsLinkProps) {
  return (
    <Link to={paths.logs()} search={logSearch({ span, username, ...query })} title={name}>
      {before}
      {name}
    </Link>
  )
}
