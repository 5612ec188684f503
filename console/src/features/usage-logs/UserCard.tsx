import { Link } from '@tanstack/react-router'
import { getUser } from '@waystation/contract/api/people/user'
import type { Self } from '@waystation/contract/people/user'
import { userStatus } from '@waystation/contract/site/status-table'
import type { ReactNode } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, ErrorState, NumberText, Popover, QuotaText, SkeletonLines, StatusTag, Tag, useUrlState } from '~/ui/kit'
import './log.css'

/** A user's name in a row, for admins: a click shows the user's card. */
export function UserButton({ userId, username }: { readonly userId: number; readonly username: string }) {
  const t = useText()
  return (
    <Popover
      label={t('log.ofUser', { name: username })}
      className="log-name"
      content={(close) => <UserCard userId={userId} onClose={close} />}
    >
      {username}
    </Popover>
  )
}

/** Balance, used quota and requests (specification section 6), and a link to all of the user's rows. */
function UserCard({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const t = useText()
  const { change } = useUrlState()
  const { data: user, error, refresh } = useData(getUser, { params: { id: userId } })
  if (error) return <ErrorState error={error} onRetry={refresh} />
  if (!user) return <SkeletonLines count={4} />
  const showLogs = () => {
    onClose()
    change({ username: user.username, page: undefined })
  }
  return (
    <div className="user-card">
      <div className="user-card-head">
        <span className="user-mark" aria-hidden>
          {(user.display_name || user.username).slice(0, 2).toUpperCase()}
        </span>
        <span className="user-card-names">
          <Link className="strong" to={paths.user(user.id)} onClick={onClose}>
            {user.username}
          </Link>
          <span className="text3">
            #{user.id}
            {user.display_name !== '' && user.display_name !== user.username && ` · ${user.display_name}`}
          </span>
        </span>
        <UserState user={user} />
      </div>
      <dl className="fact-lines">
        <Fact name={t('log.balance')}>
          <QuotaText value={user.quota} />
        </Fact>
        <Fact name={t('log.usedQuota')}>
          <QuotaText value={user.used_quota} />
        </Fact>
        <Fact name={t('log.requestCount')}>
          <NumberText value={user.request_count} />
        </Fact>
      </dl>
      <Button onClick={showLogs}>{t('log.userLogs')}</Button>
    </div>
  )
}

/** The account's status unless it is active, else the group. */
function UserState({ user }: { readonly user: Pick<Self, 'DeletedAt' | 'status' | 'group'> }) {
  const t = useText()
  if (user.DeletedAt !== null) return <Tag>{t('log.closedAccount')}</Tag>
  return user.status === userStatus.active ? <Tag>{user.group}</Tag> : <StatusTag of="user" value={user.status} />
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
