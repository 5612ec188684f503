import { dollarsOf } from '@waystation/contract/money/quota'
import type { User } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, NumberText, numberText, QuotaText, Tag, TimeText } from '~/ui/kit'
import { about, hasInvitations, Invitations, NameLine, UserBalance, UserName, UserRole, UserStatus } from './user-cells.tsx'
import { isClosed } from './user-rules.ts'

const moment = { width: 102, isWhole: true, sortsFirst: 'down' } as const

export const userColumns: Column<User>[] = [
  { field: 'username', title: 'user.user', isFixed: true, width: 176, grow: 3, render: (_, user) => <UserName user={user} /> },
  { field: 'role', title: 'user.role', width: 94, grow: 1, render: (_, user) => <UserRole user={user} /> },
  { field: 'status', title: 'user.status', width: 92, grow: 1, render: (_, user) => <UserStatus user={user} /> },
  { field: 'group', title: 'user.group', width: 64, grow: 1, yields: 1, render: (_, user) => <UserGroup user={user} /> },
  {
    field: 'quota',
    title: 'user.balance',
    sortKey: 'balance',
    sortsFirst: 'down',
    align: 'right',
    width: 76,
    quota: (user) => user.quota,
    render: (_, user) => <UserBalance user={user} />,
    csv: (user) => dollarsOf(user.quota, quotaPerUnit()),
  },
  {
    field: 'used_quota',
    title: 'user.used',
    sortKey: 'used',
    sortsFirst: 'down',
    align: 'right',
    width: 70,
    quota: (user) => user.used_quota,
    render: (units) => (
      <span className="text2">
        <QuotaText value={units} zeroIsNone />
      </span>
    ),
    csv: (user) => dollarsOf(user.used_quota, quotaPerUnit()),
  },
  {
    field: 'request_count',
    title: 'user.requests',
    sortKey: 'calls',
    sortsFirst: 'down',
    align: 'right',
    width: 60,
    yields: 2,
    render: (count) => <span className="text2">{count === 0 ? '–' : <NumberText value={count} />}</span>,
  },
  {
    field: 'aff_count',
    title: 'user.invitations',
    width: 116,
    grow: 1,
    yields: 3,
    render: (_, user) => <Invitations user={user} />,
  },
  { field: 'last_login_at', title: 'user.lastLogin', sortKey: 'last_login', ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'created_time', title: 'user.registered', isHidden: true, ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'display_name', title: 'user.displayName', isHidden: true },
  { field: 'email', title: 'user.email', isHidden: true, width: 180 },
  { field: 'inviter_id', title: 'user.inviterId', isHidden: true, align: 'right' },
  { field: 'id', title: 'user.id', isHidden: true, align: 'right', width: 70 },
]

export function userCard(user: User): Card {
  return {
    title: <CardName user={user} />,
    aside: <UserStatus user={user} />,
    meta: <CardMoney user={user} />,
    metaAside: <UserGroup user={user} />,
    body: (
      <>
        <div className="card-line card-meta">
          <span className="card-title">
            <span className="ellipsis">{about(user)}</span>
          </span>
          <span className="card-aside">
            <TimeText unix={user.last_login_at} />
          </span>
        </div>
        {hasInvitations(user) && (
          <div className="card-meta">
            <Invitations user={user} />
          </div>
        )}
      </>
    ),
  }
}

function CardName({ user }: { readonly user: User }) {
  return (
    <span className="users-card-name">
      <NameLine user={user} />
      {isAdmin(user.role) && <UserRole user={user} />}
    </span>
  )
}

function CardMoney({ user }: { readonly user: User }) {
  const t = useText()
  return (
    <span className="ellipsis users-card-money">
      <UserBalance user={user} /> {t('user.used')} <QuotaText value={user.used_quota} /> ·{' '}
      {t('user.calls', { count: user.request_count, number: numberText(user.request_count, 'en') })}
    </span>
  )
}

function UserGroup({ user }: { readonly user: User }) {
  return isClosed(user) ? user.group : <Tag>{user.group}</Tag>
}
