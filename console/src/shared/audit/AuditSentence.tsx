import { Link } from '@tanstack/react-router'
import { type AuditEntry, type AuditTarget, auditWords } from '@waystation/contract/people/audit'
import { auditSentence } from '@waystation/contract/people/audit-sentences'
import { Fragment } from 'react'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import './audit-words.css'

/** More things than these are counted, not named. */
const NAMED = 3

/** What of an entry its sentence is made of. */
export type ToldEntry = Pick<AuditEntry, 'action' | 'detail' | 'targets' | 'target_count'>

/** What was done to what: "Banned user yuki299". Names lead to the things. */
export function AuditSentence({ row }: { readonly row: ToldEntry }) {
  const language = useLanguage()
  const sentence = auditSentence(row.action, row.detail)
  if (!sentence || row.targets.length === 0) return <span>{auditWords(row.action)?.[language] ?? row.action}</span>
  const [before, after] = sentence[language].split('{target}')
  return (
    <span className="audit-sentence">
      {before}
      <Targets row={row} />
      {after}
    </span>
  )
}

function Targets({ row: { targets, target_count } }: { readonly row: ToldEntry }) {
  const t = useText()
  const [first] = targets
  if (!first) return null
  if (target_count > NAMED) return <b>{t(`audit.many.${many(first.kind)}`, { count: target_count })}</b>
  return targets.map((target, at) => (
    <Fragment key={target.id}>
      {at > 0 && t('audit.and')}
      <Target target={target} />
    </Fragment>
  ))
}

const many = (kind: AuditTarget['kind']) =>
  kind === 'user' || kind === 'channel' || kind === 'token' || kind === 'code' ? kind : ('thing' as const)

/** With its noun, since a name alone does not say what it is. */
function Target({ target }: { readonly target: AuditTarget }) {
  const t = useText()
  const { kind, id, name } = target
  if (kind === 'text' || kind === 'owner') return <b>{id}</b>
  const shown = name || (numbered.has(kind) ? `#${id}` : id)
  const to = linkTo(target)
  return (
    <>
      {t(`audit.noun.${kind}`)}
      {to ? (
        <Link className="audit-target" {...to}>
          {shown}
        </Link>
      ) : (
        <b>{shown}</b>
      )}
    </>
  )
}

/** Things that have a number of their own, which stands in for a name that nobody knows any more. */
const numbered: ReadonlySet<AuditTarget['kind']> = new Set(['user', 'channel', 'token', 'code', 'message', 'announcement', 'version'])

function linkTo({ kind, id }: AuditTarget) {
  if (kind === 'user') return { to: paths.user(id) }
  if (kind === 'channel') return { to: paths.channels(), search: { edit: id } }
  if (kind === 'code') return { to: paths.coupons(), search: { edit: id } }
  if (kind === 'message') return { to: paths.messages(), search: { edit: id } }
  if (kind === 'announcement') return { to: paths.messages(), search: { show: 'announcements', edit: id } }
  if (kind === 'order') return { to: paths.orders(), search: { keyword: id } }
  if (kind === 'version') return { to: paths.settings(), search: { card: 'prices', history: id } }
  if (kind === 'group') return { to: paths.settings(), search: { card: 'groups' } }
  if (kind === 'option') return { to: paths.settings(), search: { option: id } }
  return kind === 'call' ? { to: paths.logs(), search: { request_id: id } } : undefined
}
