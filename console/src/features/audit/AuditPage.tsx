import { exportAudit, listAudit } from '@waystation/contract/api/people/audit'
import { type AuditEntry, auditActions } from '@waystation/contract/people/audit'
import { useMemo } from 'react'
import { list } from '~/api/list'
import { useLanguage, useText } from '~/i18n'
import { AuditActor, AuditChange } from '~/shared/audit/AuditCells'
import { AuditSentence } from '~/shared/audit/AuditSentence'
import { AuditIcon, type Card, type Column, type Filter, ListTable, Page, TimeText } from '~/ui/kit'
import { useAuditChain } from './AuditChain.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import './audit.css'

const auditCard = (row: AuditEntry): Card => ({
  // With nothing beside it: what was done is read whole.
  title: <AuditSentence row={row} />,
  meta: (
    <>
      <TimeText unix={row.created_at} style="full" /> · <AuditActor row={row} />
    </>
  ),
})

const IpCell = ({ ip }: { readonly ip: string }) => (ip === '' ? <span className="text3">–</span> : <span className="mono">{ip}</span>)

const auditColumns: readonly Column<AuditEntry>[] = [
  { field: 'created_at', title: 'audit.time', isFixed: true, width: 156, render: (unix) => <TimeText unix={unix} style="full" /> },
  { field: 'actor_name', title: 'audit.actor', width: 130, grow: 1, render: (_, row) => <AuditActor row={row} /> },
  { field: 'action', title: 'audit.action', width: 240, grow: 3, render: (_, row) => <AuditSentence row={row} /> },
  { field: 'detail', title: 'audit.change', width: 220, grow: 3, render: (_, row) => <AuditChange row={row} /> },
  { field: 'client_ip', title: 'audit.ip', width: 130, grow: 1, render: (ip) => <IpCell ip={ip} /> },
]

const auditRows = list(listAudit, { first: 1, file: exportAudit })

/** Who did what, and when. */
export default function AuditPage() {
  const t = useText()
  const { state, notice } = useAuditChain()
  return (
    <Page title={t('audit.title')} subtitle={t('audit.subtitle')} notice={notice} actions={state}>
      <ListTable
        list={auditRows}
        name="audit"
        savesFilters
        columns={auditColumns}
        filters={useFilters()}
        hasCsv
        expand={(row) => <AuditDetail row={row} />}
        empty={{ icon: <AuditIcon />, title: t('audit.emptyTitle'), text: t('audit.emptyText') }}
        card={auditCard}
      />
    </Page>
  )
}

function useFilters(): readonly Filter[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    () => [
      { kind: 'search', name: 'actor', label: t('audit.actor'), placeholder: t('audit.actorHint') },
      { kind: 'range', name: 'start_timestamp', nameTo: 'end_timestamp', label: t('audit.time') },
      {
        kind: 'select',
        name: 'action',
        label: t('audit.action'),
        allLabel: t('audit.allActions'),
        isSearchable: true,
        choices: Object.entries(auditActions).map(([value, words]) => ({ value, label: words[language] })),
      },
      { kind: 'text', name: 'target', label: t('audit.target'), placeholder: t('audit.targetHint') },
      { kind: 'text', name: 'ip', label: t('audit.ip') },
    ],
    [t, language],
  )
}
