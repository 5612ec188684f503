import { statusTables } from '@waystation/contract/status-table'
import { useState } from 'react'
import { useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { ActivityIcon, type Filter, IconButton, ListTable, LogsIcon, Page, startOfToday } from '~/ui/kit'
import { Explanation } from './Explanation.tsx'
import { LogStats } from './LogStats.tsx'
import { logCard } from './log-cells.tsx'
import { allColumns, ownColumns } from './log-columns.tsx'
import { isCall } from './log-other.ts'
import { allLogs, ownLogs } from './log-queries.ts'

/** Milliseconds between two looks while the list refreshes itself. */
const OFTEN = 5000
const HOUR = 3600

/** Every call, and why it cost what it cost. Admins see everybody's. */
export default function UsageLogsPage() {
  const t = useText()
  const isAdmin = useIsAdmin()
  const [isAuto, setIsAuto] = useState(false)
  const everyMs = isAuto ? OFTEN : undefined
  return (
    <Page title={t('log.title')} subtitle={t('log.subtitle')}>
      <ListTable
        list={isAdmin ? allLogs : ownLogs}
        name="logs"
        columns={isAdmin ? allColumns : ownColumns}
        filters={useFilters(isAdmin)}
        tools={
          <IconButton label={t('log.auto')} icon={<ActivityIcon />} isBordered isPressed={isAuto} onClick={() => setIsAuto(!isAuto)} />
        }
        summary={(filters) => <LogStats filters={filters} isAdmin={isAdmin} everyMs={everyMs} />}
        expand={(row) => <Explanation row={row} isAdmin={isAdmin} />}
        canExpand={isCall}
        empty={{ icon: <LogsIcon />, title: t('log.emptyTitle'), text: t('log.emptyText') }}
        card={logCard}
        hasCsv
        {...(everyMs === undefined ? {} : { everyMs })}
      />
    </Page>
  )
}

function useFilters(isAdmin: boolean): readonly Filter[] {
  const t = useText()
  return [
    { kind: 'search', name: 'model_name', label: t('log.modelName') },
    {
      kind: 'range',
      name: 'start_timestamp',
      nameTo: 'end_timestamp',
      label: t('log.time'),
      initial: () => ({ from: startOfToday(), to: Math.floor(Date.now() / 1000) + HOUR }),
    },
    {
      kind: 'select',
      name: 'type',
      label: t('log.type'),
      allLabel: t('log.allTypes'),
      choices: Object.entries(statusTables.log).map(([value, { name }]) => ({ value, label: t(`status.log.${name}`) })),
    },
    { kind: 'text', name: 'token_name', label: t('log.tokenName') },
    { kind: 'text', name: 'username', label: t('log.user'), showIf: isAdmin },
    { kind: 'text', name: 'channel', label: t('log.channel'), placeholder: t('log.channelId'), showIf: isAdmin },
    { kind: 'text', name: 'group', label: t('log.group') },
    { kind: 'text', name: 'request_id', label: t('log.requestId') },
  ]
}
