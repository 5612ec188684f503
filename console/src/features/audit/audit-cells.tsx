import { type AuditEntry, auditWords } from '@waystation/contract/audit'
import { useLanguage, useText } from '~/i18n'
import { type Card, TimeText } from '~/ui/kit'
import './audit.css'

export function ActionCell({ action }: { readonly action: string }) {
  const language = useLanguage()
  return <span>{auditWords(action)?.[language] ?? action}</span>
}

export function ActorCell({ row }: { readonly row: AuditEntry }) {
  const t = useText()
  if (row.actor_name === '') return <span className="text3">{t('audit.nobody')}</span>
  return (
    <span>
      {row.actor_name} {row.actor_id > 0 && <span className="text3">#{row.actor_id}</span>}
    </span>
  )
}

export const TargetCell = ({ target }: { readonly target: string }) =>
  target === '' ? <span className="text3">–</span> : <span className="mono">{target}</span>

export const auditCard = (row: AuditEntry): Card => ({
  // With nothing beside it: what was done is read whole.
  title: <ActionCell action={row.action} />,
  meta: (
    <>
      <TimeText unix={row.created_at} /> · <ActorCell row={row} />
    </>
  ),
  metaAside: <TargetCell target={row.target} />,
})
