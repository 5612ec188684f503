import type { LogEntry } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { type Column, ListTable, LogsIcon, NumberText, Page, QuotaText, StatusTag, TimeText } from '~/ui/kit'
import { allLogs, ownLogs } from './log-queries.ts'

const columns: Column<LogEntry>[] = [
  { field: 'created_at', title: 'log.time', isFixed: true, render: (unix) => <TimeText unix={unix} /> },
  { field: 'type', title: 'log.type', render: (type) => <StatusTag of="log" value={type} /> },
  { field: 'token_name', title: 'log.token' },
  { field: 'model_name', title: 'log.model', render: (model) => <span className="mono">{model}</span> },
  { field: 'prompt_tokens', title: 'log.input', align: 'right', render: (tokens) => <NumberText value={tokens} /> },
  { field: 'completion_tokens', title: 'log.output', align: 'right', render: (tokens) => <NumberText value={tokens} /> },
  { field: 'quota', title: 'log.cost', align: 'right', render: (units) => <QuotaText value={units} precision="exact" /> },
]

export default function UsageLogsPage() {
  const t = useText()
  const isAdmin = useIsAdmin()
  return (
    <Page title={t('log.title')} subtitle={t('log.subtitle')}>
      <ListTable
        list={isAdmin ? allLogs : ownLogs}
        name="logs"
        columns={columns}
        filters={[{ kind: 'search', name: 'model_name', label: t('log.model') }]}
        empty={{ icon: <LogsIcon />, title: t('log.emptyTitle'), text: t('log.emptyText') }}
        hasCsv
      />
    </Page>
  )
}
