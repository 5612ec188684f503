import type { AuditEntry } from '@waystation/contract/people/audit'
import { useText } from '~/i18n'
import { type FieldChange, readDetail } from '~/shared/audit/audit-changes'
import { type AuditValues, useAuditValues } from '~/shared/audit/audit-values'
import { CopyButton } from '~/ui/kit'

/** What an entry unfolds to: what changed, from where it came, and its seal. */
export function AuditDetail({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  const values = useAuditValues(row.targets[0]?.kind)
  const detail = readDetail(row.detail)
  return (
    <div className="audit-detail">
      <div className="audit-what">
        {detail.kind === 'none' && <p className="text2">{t('audit.noDetail')}</p>}
        {detail.kind === 'changes' && detail.fields.length === 0 && <p className="text2">{t('audit.noChange')}</p>}
        {detail.kind !== 'none' && detail.fields.length > 0 && (
          <FieldTable fields={detail.fields} hasBefore={detail.kind === 'changes'} values={values} />
        )}
      </div>
      <Origin row={row} />
    </div>
  )
}

interface FieldTableProps {
  readonly fields: readonly FieldChange[]
  readonly hasBefore: boolean
  readonly values: AuditValues
}

function FieldTable({ fields, hasBefore, values }: FieldTableProps) {
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
            <th scope="row">{field === '' ? t('audit.value') : (values.name(field) ?? <span className="mono">{field}</span>)}</th>
            {hasBefore && (
              <td className="audit-before">
                <FieldText text={before && values.value(field, before)} />
              </td>
            )}
            <td className={hasBefore ? 'audit-after' : ''}>
              <FieldText text={after && values.value(field, after)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FieldText = ({ text }: { readonly text: string | undefined }) =>
  text === undefined || text === '' ? <span className="text3">–</span> : <span className="audit-value">{text}</span>

/** The beginning and the end of a seal, which is compared with that of the entry before. */
const shortSeal = (seal: string): string => (seal === '' ? '–' : `${seal.slice(0, 8)} … ${seal.slice(-4)}`)

function Origin({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  return (
    <dl className="audit-origin">
      {row.request_id !== '' && (
        <div>
          <dt>{t('audit.request')}</dt>
          <dd className="mono">
            {row.request_id} <CopyButton value={row.request_id} label={t('audit.request')} />
          </dd>
        </div>
      )}
      {row.client_ip !== '' && (
        <div>
          <dt>{t('audit.ip')}</dt>
          <dd className="mono">{row.client_ip}</dd>
        </div>
      )}
      <div>
        <dt>{t('audit.seal', { id: row.id })}</dt>
        <dd className="mono" title={row.seal}>
          {shortSeal(row.seal)}
        </dd>
      </div>
      <div>
        <dt>{t('audit.sealBefore')}</dt>
        <dd className="mono" title={row.seal_before}>
          {shortSeal(row.seal_before)}
        </dd>
      </div>
    </dl>
  )
}
