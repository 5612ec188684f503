import type { AuditEntry } from '@waystation/contract/people/audit'
import { useText } from '~/i18n'
import { type FieldChange, readDetail } from './audit-changes.ts'
import { useAuditValues } from './audit-values.ts'

/** Changes that stand in a row; the rest when it is unfolded. */
const SHOWN = 2
/** A value of a row is cut beyond so many signs: whole texts stand below. */
const LONGEST = 32

export function AuditActor({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  if (row.actor_name === '') return <span className="text3">{t('audit.nobody')}</span>
  return (
    <span>
      {row.actor_name} {row.actor_id > 0 && <span className="text3">#{row.actor_id}</span>}
    </span>
  )
}

/** What was different afterwards: "Status Active → Banned". */
export function AuditChange({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  const detail = readDetail(row.detail)
  const fields = detail.kind === 'changes' ? detail.fields.filter(({ field }) => field !== 'action') : []
  if (fields.length === 0) return <span className="text3">–</span>
  return (
    <span className="audit-change">
      {fields.slice(0, SHOWN).map((change) => (
        <Change key={change.field} change={change} row={row} />
      ))}
      {fields.length > SHOWN && <span className="text3">{t('audit.more', { count: fields.length - SHOWN })}</span>}
    </span>
  )
}

function Change({ change: { field, before = '', after = '' }, row }: { readonly change: FieldChange; readonly row: AuditEntry }) {
  const t = useText()
  const values = useAuditValues(row.targets[0]?.kind)
  const shown = (text: string) => (text === '' ? t('audit.nothing') : shortened(values.value(field, text)))
  return (
    <span>
      {field !== '' && <span className="text2">{values.name(field) ?? field} </span>}
      {shown(before)} → <b>{shown(after)}</b>
    </span>
  )
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
