import { CHANNEL_TESTS, type LogEntry } from '@waystation/contract/log'
import { statusTables } from '@waystation/contract/status-table'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'
import {
  Banner,
  type Column,
  type Filter,
  IconButton,
  isWithinOneDay,
  ListTable,
  LogsIcon,
  Menu,
  MoreIcon,
  Page,
  TrashIcon,
  useDrawer,
  useUrlState,
} from '~/ui/kit'
import { AutoRefresh } from './AutoRefresh.tsx'
import { Explanation } from './Explanation.tsx'
import { LogStats } from './LogStats.tsx'
import { allLogCard, ownLogCard } from './log-cells.tsx'
import { allColumns, ownColumns, ownColumnsWithIp, withDays } from './log-columns.tsx'
import { isCall } from './log-other.ts'
import { everybodysLogs, isBadLeastCost, ownLogs } from './log-queries.ts'
import { QuickViews } from './QuickViews.tsx'
import { useAutoRefresh } from './use-auto-refresh.ts'

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
