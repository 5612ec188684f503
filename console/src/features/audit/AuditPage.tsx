import { exportAudit, listAudit, verifyAudit } from '@waystation/contract/api/people/audit'
import { type AuditEntry, type AuditVerdict, auditActions, auditWords } from '@waystation/contract/people/audit'
import { isRoot } from '@waystation/contract/site/status-table'
import { useMemo, useState } from 'react'
import { callFile } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import {
  AuditIcon,
  Banner,
  Button,
  type Card,
  type Column,
  CopyButton,
  DownloadIcon,
  type Filter,
  ListTable,
  Page,
  saveFile,
  TimeText,
  toast,
} from '~/ui/kit'
import { type FieldChange, readDetail } from './audit-changes.ts'
import './audit.css'

/** What an entry unfolds to: what changed, and from where it came. */
function AuditDetail({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  const detail = readDetail(row.detail)
  return (
    <div className="audit-detail">
      {detail.kind === 'none' && <p className="text2">{t('audit.noDetail')}</p>}
      {detail.kind === 'changes' && detail.fields.length === 0 && <p className="text2">{t('audit.noChange')}</p>}
      {detail.kind !== 'none' && detail.fields.length > 0 && <FieldTable fields={detail.fields} hasBefore={detail.kind === 'changes'} />}
      <Origin row={row} />
    </div>
  )
}

function FieldTable({ fields, hasBefore }: { readonly fields: readonly FieldChange[]; readonly hasBefore: boolean }) {
  const t = useText()
  return (
    <table className="audit-fields">
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          {hasBefore && <th scope="col">{t('audit.before')}</th>}
          <th scope="col">{t(hasBefore ? 'audit.after' : 'audit.value')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field === '' ? t('audit.value') : <span className="mono">{field}</span>}</th>
            {hasBefore && (
              <td className="audit-before">
                <FieldText text={before} />
              </td>
            )}
            <td className={hasBefore ? 'audit-after' : ''}>
              <FieldText text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FieldText = ({ text }: { readonly text: string | undefined }) =>
  text === undefined || text === '' ? <span className="text3">–</span> : <span className="audit-value">{text}</span>

function Origin({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  return (
    <div className="audit-origin">
      {row.client_ip !== '' && (
        <span>
          {t('audit.ip')} <span className="mono">{row.client_ip}</span>
        </span>
      )}
      {row.request_id !== '' && (
        <span className="row">
          {t('audit.request')} <span className="mono">{row.request_id}</span>
          <CopyButton value={row.request_id} label={t('audit.request')} />
        </span>
      )}
    </div>
  )
}

/** Breaks that are named on the screen; the command line names them all. */
const BREAKS_SHOWN = 20

/** Saves every row that the filters leave. */
function ExportButton({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const t = useText()
  const save = async () => {
    try {
      saveFile(await callFile(exportAudit, { query: filters }))
      toast.done(t('audit.exported'))
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
  return (
    <Button icon={<DownloadIcon />} onClick={save}>
      {t('audit.export')}
    </Button>
  )
}

/** Follows the chain of the log, for the super admin. */
function VerifyButton({ onVerdict }: { readonly onVerdict: (verdict: AuditVerdict) => void }) {
  const t = useText()
  const verify = useCall(verifyAudit)
  if (!isRoot(useUser()?.role ?? 0)) return null
  return (
    <Button icon={<AuditIcon />} onClick={async () => onVerdict(await verify.run())}>
      {t('audit.verify')}
    </Button>
  )
}

function useVerdict() {
  const t = useText()
  const [verdict, setVerdict] = useState<AuditVerdict>()
  if (!verdict) return { setVerdict, notice: undefined }
  const { rows: count, broken } = verdict
  const notice =
    broken === 0 ? <Banner tone="green">{t('audit.whole', { count })}</Banner> : <Banner tone="red">{brokenText(t, verdict)}</Banner>
  return { setVerdict, notice }
}

function brokenText(t: ReturnType<typeof useText>, { rows, broken, breaks }: AuditVerdict): string {
  const shown = breaks.slice(0, BREAKS_SHOWN).map(({ id, kind }) => t(`audit.break.${kind}`, { id }))
  return t('audit.broken', { count: rows, broken, breaks: shown.join(t('audit.breakJoin')) + (broken > shown.length ? '…' : '') })
}

function ActionCell({ action }: { readonly action: string }) {
  const language = useLanguage()
  return <span>{auditWords(action)?.[language] ?? action}</span>
}

function ActorCell({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  if (row.actor_name === '') return <span className="text3">{t('audit.nobody')}</span>
  return (
    <span>
      {row.actor_name} {row.actor_id > 0 && <span className="text3">#{row.actor_id}</span>}
    </span>
  )
}

const TargetCell = ({ target }: { readonly target: string }) =>
  target === '' ? <span className="text3">–</span> : <span className="mono">{target}</span>

const auditCard = (row: AuditEntry): Card => ({
  // With nothing beside it: what was done is read whole.
  title: <ActionCell action={row.action} />,
  meta: (
    <>
      <TimeText unix={row.created_at} /> · <ActorCell row={row} />
    </>
  ),
  metaAside: <TargetCell target={row.target} />,
})

const auditColumns: readonly Column<AuditEntry>[] = [
  { field: 'created_at', title: 'audit.time', isFixed: true, width: 132, render: (unix) => <TimeText unix={unix} /> },
  { field: 'actor_name', title: 'audit.actor', width: 140, grow: 1, render: (_, row) => <ActorCell row={row} /> },
  { field: 'action', title: 'audit.action', width: 180, grow: 2, render: (action) => <ActionCell action={action} /> },
  { field: 'target', title: 'audit.target', width: 160, grow: 2, render: (target) => <TargetCell target={target} /> },
  { field: 'client_ip', title: 'audit.ip', width: 140, grow: 1, render: (ip) => <TargetCell target={ip} /> },
]

const auditRows = list(listAudit, { first: 1 })

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
