import { getUser } from '@waystation/contract/api/user'
import { userStatus } from '@waystation/contract/status-table'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { Button, ErrorState, NumberText, Popover, QuotaText, SkeletonLines, StatusTag, Tag, useUrlState } from '~/ui/kit'
import './user-card.css'

/** A user's name in a row, for admins: a click tells who that is. */
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

/** Balance, used quota and requests (specification section 6), and the way to all of the user's rows. */
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
          <strong>{user.username}</strong>
          <span className="text3">
            #{user.id}
            {user.display_name !== '' && user.display_name !== user.username && ` · ${user.display_name}`}
          </span>
        </span>
        {user.DeletedAt !== null ? (
          <Tag>{t('log.closedAccount')}</Tag>
        ) : user.status === userStatus.active ? (
          <Tag>{user.group}</Tag>
        ) : (
          <StatusTag of="user" value={user.status} />
        )}
      </div>
      <dl>
        <div>
          <dt>{t('log.balance')}</dt>
          <dd>
            <QuotaText value={user.quota} />
          </dd>
        </div>
        <div>
          <dt>{t('log.usedQuota')}</dt>
          <dd>
            <QuotaText value={user.used_quota} />
          </dd>
        </div>
        <div>
          <dt>{t('log.requestCount')}</dt>
          <dd>
            <NumberText value={user.request_count} />
          </dd>
        </div>
      </dl>
      <Button onClick={showLogs}>{t('log.userLogs')}</Button>
    </div>
  )
}
