// Cells of the user table, and the same facts on a card.
import { Link } from '@tanstack/react-router'
import type { User } from '@waystation/contract/people/user'
import { isAdmin, role, userStatus } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useQuotaPerUnit } from '~/session/status'
import { useUser } from '~/session/user'
import { QuotaText, StatusTag, useQuotaFormat } from '~/ui/kit'
import { isClosed } from './user-rules.ts'
import './users.css'

/** Dollars: a balance below it no longer pays for an ordinary call. */
const LOW_DOLLARS = 0.1

/** Id and name; below them the display name and the mail address. */
export function UserName({ user }: { readonly user: User }) {
  return (
    <span className="users-name">
      <NameLine user={user} />
      {about(user) !== '' && (
        <small className="ellipsis text3" title={about(user)}>
          {about(user)}
        </small>
      )}
    </span>
  )
}

/** `#27 m.hartmann`, and which row is the caller. */
export function NameLine({ user }: { readonly user: User }) {
  const t = useText()
  const isSelf = useUser()?.id === user.id
  return (
    <span className="ellipsis" title={user.username}>
      <span className="text3 number">#{user.id}</span> <span className="strong">{user.username}</span>
      {isSelf && <span className="text3"> · {t('user.you')}</span>}
    </span>
  )
}

/** Display name and mail address, as far as there are any that say more than the username. */
export function about({ username, display_name, email }: User): string {
  return [display_name === username ? '' : display_name, email].filter((part) => part !== '').join(' · ')
}

export function UserRole({ user }: { readonly user: User }) {
  if (isAdmin(user.role)) return <StatusTag of="role" value={user.role} />
  return (
    <span className={user.role === role.ordinary ? 'text3' : ''}>
      <StatusTag of="role" value={user.role} />
    </span>
  )
}

export function UserStatus({ user }: { readonly user: User }) {
  const t = useText()
  if (!isClosed(user)) return <StatusTag of="user" value={user.status} />
  return (
    <span className="status">
      <i className="dot users-closed-dot" />
      {t('user.closed')}
    </span>
  )
}

/** The balance, with a link to what the user called. */
export function UserBalance({ user }: { readonly user: User }) {
  const t = useText()
  const lowest = useQuotaPerUnit() * LOW_DOLLARS
  const isLow = user.role === role.ordinary && user.quota < lowest && isIn(user)
  return (
    <Link
      className={`users-balance ${isLow ? 'tone-red' : ''}`}
      to={paths.logs()}
      search={{ username: user.username }}
      title={t('user.logsOf', { name: user.username })}
    >
      <QuotaText value={user.quota} />
    </Link>
  )
}

/** Did the user invite somebody, or did somebody invite them? */
export const hasInvitations = ({ aff_count, aff_history_quota, inviter_id }: User): boolean =>
  aff_count > 0 || aff_history_quota > 0 || inviter_id > 0

/** `#3 sunmei`, or a dash. */
export const inviterOf = ({ inviter_id, inviter_name }: Pick<User, 'inviter_id' | 'inviter_name'>): string =>
  inviter_id > 0 ? `#${inviter_id} ${inviter_name}`.trim() : '–'

/** Whom the user invited and what that earned; below it who invited them. */
export function Invitations({ user }: { readonly user: User }) {
  const t = useText()
  const format = useQuotaFormat()
  const { aff_count: count, aff_history_quota: income } = user
  if (!hasInvitations(user)) return <span className="text3">–</span>
  return (
    <span className="users-invites">
      {(count > 0 || income > 0) && <span>{t('user.invited', { count, income: format(income) })}</span>}
      {user.inviter_id > 0 && (
        <small className="text3" title={inviterOf(user)}>
          {t('user.invitedBy', { name: user.inviter_name || `#${user.inviter_id}` })}
        </small>
      )}
    </span>
  )
}

const isIn = (user: User): boolean => user.status === userStatus.active && !isClosed(user)
