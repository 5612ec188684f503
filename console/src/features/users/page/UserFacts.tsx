import { Link } from '@tanstack/react-router'
import type { User } from '@waystation/contract/people/user'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { ownSetting } from '~/shared/money/reminder-way'
import { NumberText, QuotaText, Tag, TimeText } from '~/ui/kit'
import { inviterOf, UserRole, UserStatus } from '../user-cells.tsx'

/** What a user is and has, in one strip. */
export function UserFacts({ user }: { readonly user: User }) {
  const t = useText()
  const logs = (
    <Link to={paths.logs()} search={{ username: user.username }} title={t('user.logsOf', { name: user.username })}>
      <NumberText value={user.request_count} />
    </Link>
  )
  const inviter = user.inviter_id > 0 ? <Link to={paths.user(user.inviter_id)}>{inviterOf(user)}</Link> : undefined
  const facts = [
    { label: t('user.balance'), value: <QuotaText value={user.quota} /> },
    { label: t('user.used'), value: <QuotaText value={user.used_quota} /> },
    { label: t('user.requests'), value: logs },
    { label: t('user.status'), value: <UserStatus user={user} /> },
    { label: t('user.role'), value: <UserRole user={user} /> },
    { label: t('user.group'), value: <Tag>{user.group}</Tag> },
    { label: t('user.lastLogin'), value: <TimeText unix={user.last_login_at} /> },
    { label: t('user.registered'), value: <TimeText unix={user.created_time} /> },
    { label: t('user.inviter'), value: inviter ?? <span className="text3">–</span> },
    { label: t('user.invitees'), value: <NumberText value={user.aff_count} /> },
    ...(ownSetting(user.setting).monthly_statement ? [{ label: t('user.statementMail'), value: t('user.statementMailOn') }] : []),
  ]
  return (
    <dl className="user-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
