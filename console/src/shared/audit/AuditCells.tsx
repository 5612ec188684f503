import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '@waystation/contract/people/audit'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { type FieldChange, readDetail } from './audit-changes.ts'
import { useAuditValues } from './audit-values.ts'
import './audit-words.css'

/** Changes that stand in a row; the rest when it is unfolded. */
const SHOWN = 2
/** A value of a row is cut beyond so many signs: whole texts stand below. */
const LONGEST = 32

/** Who did it: a link to their page. */
export function AuditActor({ row }: { readonly row: Pick<AuditEntry, 'actor_id' | 'actor_name'> }) {
  const t = useText()
  if (row.actor_name === '') return <span className="text3">{t('audit.nobody')}</span>
  if (row.actor_id === 0) return <span>{row.actor_name}</span>
  return (
    <Link className="audit-actor" to={paths.user(row.actor_id)}>
      {row.actor_name} <span className="text3">#{row.actor_id}</span>
    </Link>
  )
}

/** Was anything different afterwards that `AuditChange` would tell? */
export const hasChange = (row: Pick<AuditEntry, 'detail'>): boolean => changedFields(row.detail).length > 0

function changedFields(stored: unknown): readonly FieldChange[] {
  const detail = readDetail(stored)
  return detail.kind === 'changes' ? detail.fields : []
}

/** What was different afterwards: "Status Active → Banned". */
export function AuditChange({ row }: { readonly row: Pick<AuditEntry, 'detail' | 'targets'> }) {
  const t = useText()
  const fields = changedFields(row.detail)
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

function Change({
  change: { field, before = '', after = '' },
  row,
}: {
  readonly change: FieldChange
  readonly row: Pick<AuditEntry, 'targets'>
}) {
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
