import { CHANNEL_TESTS, type LogEntry } from '@waystation/contract/calls/log'
import { logType, statusTables } from '@waystation/contract/site/status-table'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type TextKey, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'
import {
  ActivityIcon,
  Banner,
  Chips,
  type Column,
  type Filter,
  IconButton,
  isWithinOneDay,
  ListTable,
  LogsIcon,
  Menu,
  MoreIcon,
  NumberText,
  Page,
  QuotaText,
  Skeleton,
  TrashIcon,
  type UrlState,
  useDrawer,
  useUrlState,
  ViewsIcon,
} from '~/ui/kit'
import { Explanation } from './explanation/Explanation.tsx'
import { allLogCard, ownLogCard } from './log-cells.tsx'
import { allColumns, ownColumns, ownColumnsWithIp, withDays } from './log-columns.tsx'
import { isCall } from './log-other.ts'
import { DEAREST_FIRST, everybodysLogs, isBadLeastCost, ownLogs, useLogStats } from './log-queries.ts'

interface View {
  readonly label: TextKey
  readonly params: UrlState['params']
  readonly isAdmins?: boolean
}

/** Everything that a view sets, so that choosing one leaves nothing of the last one. */
const NOTHING: UrlState['params'] = Object.fromEntries(
  [
    ...['model_name', 'start_timestamp', 'end_timestamp', 'type', 'min_cost', 'token_name', 'username', 'channel', 'group', 'request_id'],
    ...['failure', 'sort', 'page'],
  ].map((name) => [name, undefined]),
)

const views: readonly View[] = [
  { label: 'log.viewDearestWeek', params: { start_timestamp: '7d', sort: DEAREST_FIRST } },
  { label: 'log.viewDearestToday', params: { sort: DEAREST_FIRST } },
  { label: 'log.viewFailedWeek', params: { start_timestamp: '7d', type: String(logType.error) } },
  { label: 'log.viewTests', params: { start_timestamp: '7d', type: String(CHANNEL_TESTS) }, isAdmins: true },
]

/** The most common queries of the log, in two clicks. */
function QuickViews({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useText()
  const { params, change } = useUrlState()
  const isNow = (view: View) => Object.keys(NOTHING).every((name) => params[name] === view.params[name])
  return (
    <Menu
      items={views
        .filter((view) => isAdmin || !view.isAdmins)
        .map((view) => ({
          key: view.label,
          label: t(view.label),
          isChosen: isNow(view),
          run: () => change({ ...NOTHING, ...view.params }),
        }))}
    >
      <IconButton
        label={t('log.views')}
        icon={
          <>
            <ViewsIcon />
            <span aria-hidden>{t('log.views')}</span>
          </>
        }
        isBordered
        className="log-views"
      />
    </Menu>
  )
}

interface LogStatsProps {
  readonly filters: Readonly<Record<string, string>>
  readonly isAdmin: boolean
  readonly everyMs: number | undefined
}

/** What the rows that the filters leave come to, and how busy the last minute was. */
function LogStats({ filters, isAdmin, everyMs }: LogStatsProps) {
  const t = useText()
  const { data: stats, error } = useLogStats(filters, isAdmin, everyMs)
  // The list below shows the error, since it is loaded with the same filters.
  const unknown = error ? '—' : <Skeleton width={44} />
  const figure = (value: number | undefined) => (value === undefined ? unknown : <NumberText value={value} isShort />)
  return (
    <Chips
      figures={[
        { label: t('log.spend'), value: stats ? <QuotaText value={stats.quota} /> : unknown },
        { label: t('log.tokens'), value: figure(stats?.token_total) },
        {
          label: t('log.inOut'),
          value: (
            <>
              {figure(stats?.token_input)} / {figure(stats?.token_output)}
            </>
          ),
        },
        { label: t('log.rpm'), value: figure(stats?.rpm) },
        { label: t('log.tpm'), value: figure(stats?.tpm) },
      ]}
    />
  )
}

/** Seconds between two looks, as they are offered. */
const AUTO_SECONDS = [5, 30] as const

interface AutoRefreshState {
  /** 0: off. */
  readonly seconds: number
  readonly isPaused: boolean
  /** For queries: undefined while there is no refresh. */
  readonly everyMs: number | undefined
  readonly choose: (seconds: number) => void
}

/** Whether the list refreshes by itself, stored in the URL. It pauses while a row is open; the query client pauses hidden tabs. */
function useAutoRefresh(isPaused: boolean): AutoRefreshState {
  const { params, change } = useUrlState()
  const asked = Number(params.auto)
  const seconds = AUTO_SECONDS.find((one) => one === asked) ?? 0
  return {
    seconds,
    isPaused,
    everyMs: seconds === 0 || isPaused ? undefined : seconds * 1000,
    choose: (next) => change({ auto: next === 0 ? undefined : String(next) }, true),
  }
}

/** The button that lets the list look again by itself. */
function AutoRefresh({ auto }: { readonly auto: AutoRefreshState }) {
  const t = useText()
  const { seconds, isPaused, choose } = auto
  const label = seconds === 0 ? t('log.auto') : isPaused ? t('log.autoPaused') : t('log.autoOn', { seconds })
  return (
    <Menu
      items={[
        { key: '0', label: t('log.autoOff'), isChosen: seconds === 0, run: () => choose(0) },
        ...AUTO_SECONDS.map((one) => ({
          key: String(one),
          label: t('log.autoEvery', { seconds: one }),
          isChosen: seconds === one,
          run: () => choose(one),
        })),
      ]}
    >
      <IconButton label={label} icon={<ActivityIcon />} isBordered isPressed={seconds > 0} />
    </Menu>
  )
}

// Seldom wanted, and by admins alone.
const CleanUpDrawer = lazy(() => import('./CleanUpDrawer.tsx'))

/** Every call, and why it cost what it cost. Admins see everybody's. */
export default function UsageLogsPage() {
  const t = useText()
  const isAdmin = useIsAdmin()
  const { params } = useUrlState()
  const [readers, setReaders] = useState(0)
  const onRead = useCallback((change: 1 | -1) => setReaders((count) => count + change), [])
  const auto = useAutoRefresh(readers > 0)
  const cleanUp = useDrawer<LogEntry>(undefined, 'clean-up')
  const everyMs = auto.everyMs
  return (
    <Page
      title={t('log.title')}
      subtitle={t('log.subtitle')}
      notice={isBadLeastCost(params.min_cost) && <Banner tone="amber">{t('log.minCostBad')}</Banner>}
    >
      <ListTable
        list={isAdmin ? everybodysLogs : ownLogs}
        name="logs"
        savesFilters
        columns={useColumns(isAdmin)}
        filters={useFilters(isAdmin)}
        tools={<Tools isAdmin={isAdmin} auto={auto} onCleanUp={() => cleanUp.open()} />}
        summary={(filters) => <LogStats filters={filters} isAdmin={isAdmin} everyMs={everyMs} />}
        expand={(row) => <Explanation row={row} isAdmin={isAdmin} onRead={onRead} />}
        canExpand={isCall}
        empty={{ icon: <LogsIcon />, title: t('log.emptyTitle'), text: t('log.emptyText') }}
        card={isAdmin ? allLogCard : ownLogCard}
        hasCsv
        {...(everyMs === undefined ? {} : { everyMs })}
      />
      {isAdmin && (
        <Suspense fallback={null}>
          <CleanUpDrawer drawer={cleanUp} />
        </Suspense>
      )}
    </Page>
  )
}

function useColumns(isAdmin: boolean): readonly Column<LogEntry>[] {
  const { params } = useUrlState()
  const hasIp = keepsAddresses(useUser()?.setting)
  const isOneDay = isWithinOneDay(params.start_timestamp ?? 'today', params.end_timestamp)
  return useMemo(() => {
    const shown = isAdmin ? allColumns : hasIp ? ownColumnsWithIp : ownColumns
    return isOneDay ? shown : withDays(shown)
  }, [isAdmin, hasIp, isOneDay])
}

interface ToolsProps {
  readonly isAdmin: boolean
  readonly auto: ReturnType<typeof useAutoRefresh>
  readonly onCleanUp: () => void
}

/** At the end of the filters: the usual views, loading again by itself, and what admins can do to all rows. */
function Tools({ isAdmin, auto, onCleanUp }: ToolsProps) {
  const t = useText()
  return (
    <>
      <QuickViews isAdmin={isAdmin} />
      <AutoRefresh auto={auto} />
      {isAdmin && (
        <Menu items={[{ key: 'clean-up', label: t('log.cleanUpGo'), icon: <TrashIcon />, isDanger: true, run: onCleanUp }]}>
          <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
        </Menu>
      )}
    </>
  )
}

function useFilters(isAdmin: boolean): readonly Filter[] {
  const t = useText()
  const isInDollars = usePublicStatus()?.display_in_currency ?? true
  return [
    { kind: 'search', name: 'model_name', label: t('log.modelName') },
    {
      kind: 'range',
      name: 'start_timestamp',
      nameTo: 'end_timestamp',
      label: t('log.time'),
      initial: 'today',
    },
    {
      kind: 'select',
      name: 'type',
      label: t('log.type'),
      allLabel: t('log.allTypes'),
      choices: [
        ...Object.entries(statusTables.log).map(([value, { name }]) => ({ value, label: t(`status.log.${name}`) })),
        { value: String(CHANNEL_TESTS), label: t('log.typeTest') },
      ],
    },
    { kind: 'text', name: 'min_cost', label: t('log.minCost'), placeholder: t(isInDollars ? 'log.minCostHint' : 'log.minCostHintUnits') },
    { kind: 'text', name: 'token_name', label: t('log.tokenName') },
    { kind: 'text', name: 'username', label: t('log.user'), showIf: isAdmin },
    { kind: 'text', name: 'channel', label: t('log.channel'), placeholder: t('log.channelId'), showIf: isAdmin },
    { kind: 'text', name: 'group', label: t('log.group') },
    { kind: 'text', name: 'request_id', label: t('log.requestId') },
    { kind: 'text', name: 'failure', label: t('log.failure'), placeholder: 'upstream_timeout' },
  ]
}

/** Does a user's setting log their calls with the client's IP address? */
function keepsAddresses(setting = ''): boolean {
  try {
    const value: unknown = JSON.parse(setting)
    return typeof value === 'object' && value !== null && 'show_ip_in_logs' in value && value.show_ip_in_logs === true
  } catch {
    return false
  }
}
