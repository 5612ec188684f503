import { CHANNEL_TESTS, type LogEntry } from '@waystation/contract/log'
import { statusTables } from '@waystation/contract/status-table'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'
import {
  Banner,
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
  const hasIp = keepsAddresses(useUser()?.setting)
  const cleanUp = useDrawer<LogEntry>(undefined, 'clean-up')
  const everyMs = auto.everyMs
  const isOneDay = isWithinOneDay(params.start_timestamp ?? 'today', params.end_timestamp)
  const columns = useMemo(() => {
    const shown = isAdmin ? allColumns : hasIp ? ownColumnsWithIp : ownColumns
    return isOneDay ? shown : withDays(shown)
  }, [isAdmin, hasIp, isOneDay])
  return (
    <Page
      title={t('log.title')}
      subtitle={t('log.subtitle')}
      notice={isBadLeastCost(params.min_cost) && <Banner tone="amber">{t('log.minCostBad')}</Banner>}
    >
      <ListTable
        list={isAdmin ? everybodysLogs : ownLogs}
        name="logs"
        columns={columns}
        filters={useFilters(isAdmin)}
        tools={
          <>
            <QuickViews isAdmin={isAdmin} />
            <AutoRefresh auto={auto} />
            {isAdmin && (
              <Menu
                items={[{ key: 'clean-up', label: t('log.cleanUpGo'), icon: <TrashIcon />, isDanger: true, run: () => cleanUp.open() }]}
              >
                <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
              </Menu>
            )}
          </>
        }
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

/** Does a user's setting say that their calls are logged with the address they came from? */
function keepsAddresses(setting = ''): boolean {
  try {
    const value: unknown = JSON.parse(setting)
    return typeof value === 'object' && value !== null && 'show_ip_in_logs' in value && value.show_ip_in_logs === true
  } catch {
    return false
  }
}
