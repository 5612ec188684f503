import { auditActions } from '@waystation/contract/audit'
import { useMemo } from 'react'
import { useLanguage, useText } from '~/i18n'
import { AuditIcon, type Filter, ListTable, Page } from '~/ui/kit'
import { ExportButton, useVerdict, VerifyButton } from './AuditActions.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { auditCard } from './audit-cells.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditRows } from './audit-queries.ts'

/** Who did what, and when. */
export default function AuditPage() {
  const t = useText()
  const { notice, setVerdict } = useVerdict()
  return (
    <Page title={t('audit.title')} subtitle={t('audit.subtitle')} notice={notice} actions={<VerifyButton onVerdict={setVerdict} />}>
      <ListTable
        list={auditRows}
        name="audit"
        columns={auditColumns}
        filters={useFilters()}
        summary={(filters) => <ExportButton filters={filters} />}
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
