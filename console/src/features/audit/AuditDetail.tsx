import type { AuditEntry } from '@waystation/contract/audit'
import { useText } from '~/i18n'
import { CopyButton } from '~/ui/kit'
import { type FieldChange, readDetail } from './audit-changes.ts'
import './audit.css'

/** What an entry unfolds to: what changed, and from where it came. */
export function AuditDetail({ row }: { readonly row: AuditEntry }) {
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
