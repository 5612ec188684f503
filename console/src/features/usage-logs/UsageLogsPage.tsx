import type { LogEntry } from '@waystation/contract/calls/log'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useText } from '~/i18n'
import { useIsAdmin, useUser } from '~/session/user'
import { Banner, type Column, isWithinOneDay, ListTable, LogsIcon, Page, useDrawer, useUrlState } from '~/ui/kit'
import { Explanation } from './explanation/Explanation.tsx'
import { LogStats } from './LogStats.tsx'
import { LogTools, useAutoRefresh } from './LogTools.tsx'
import { allLogCard, ownLogCard } from './log-cells.tsx'
import { allColumns, ownColumns, ownColumnsWithIp, withDays } from './log-columns.tsx'
import { useLogFilters } from './log-filters.ts'
import { isCall } from './log-other.ts'
import { everybodysLogs, isBadLeastCost, ownLogs } from './log-queries.ts'

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
        filters={useLogFilters(isAdmin)}
        tools={<LogTools isAdmin={isAdmin} auto={auto} onCleanUp={() => cleanUp.open()} />}
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

/** Does a user's setting log their calls with the client's IP address? */
function keepsAddresses(setting = ''): boolean {
  try {
    const value: unknown = JSON.parse(setting)
    return typeof value === 'object' && value !== null && 'show_ip_in_logs' in value && value.show_ip_in_logs === true
  } catch {
    return false
  }
}
