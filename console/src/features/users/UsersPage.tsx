import { listGroups } from '@waystation/contract/api/channels/catalog'
import { listUserBudgets, removeUserBudget, setUserBudget } from '@waystation/contract/api/money/budget'
import { getUser } from '@waystation/contract/api/people/user'
import { dollarsOf } from '@waystation/contract/money/quota'
import { type User, UserDraft } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { BudgetDialog } from '~/shared/budget/BudgetDialog.tsx'
import {
  type Card,
  type Column,
  type Drawer,
  type Filter,
  FormDrawer,
  FormSection,
  ListTable,
  NumberText,
  numberText,
  Page,
  QuotaText,
  SecretField,
  Tag,
  TextField,
  TimeText,
  toast,
  UsersIcon,
  useDrawer,
} from '~/ui/kit'
import { blankUser, EditUserDrawer, UserGroupField } from './EditUserDrawer.tsx'
import { QuotaDialog } from './quota/QuotaDialog.tsx'
import { useUserActions } from './user-actions.tsx'
import { about, hasInvitations, Invitations, NameLine, UserBalance, UserName, UserRole, UserStatus } from './user-cells.tsx'
import { type AdjustedUser, userList, useUserCalls } from './user-queries.ts'
import { isClosed, useActionFault } from './user-rules.ts'

const moment = { width: 102, sortsFirst: 'down' } as const

const userColumns: Column<User>[] = [
  { field: 'username', title: 'user.user', isFixed: true, width: 176, grow: 3, render: (_, user) => <UserName user={user} /> },
  { field: 'role', title: 'user.role', width: 94, grow: 1, render: (_, user) => <UserRole user={user} /> },
  { field: 'status', title: 'user.status', width: 92, grow: 1, render: (_, user) => <UserStatus user={user} /> },
  { field: 'group', title: 'user.group', width: 64, grow: 1, render: (_, user) => <UserGroup user={user} /> },
  {
    field: 'quota',
    title: 'user.balance',
    align: 'right',
    width: 76,
    quota: (user) => user.quota,
    render: (_, user) => <UserBalance user={user} />,
    csv: (user) => dollarsOf(user.quota, quotaPerUnit()),
  },
  {
    field: 'used_quota',
    title: 'user.used',
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
    align: 'right',
    width: 60,
    render: (count) => <span className="text2">{count === 0 ? '–' : <NumberText value={count} />}</span>,
  },
  {
    field: 'aff_count',
    title: 'user.invitations',
    width: 116,
    grow: 1,
    render: (_, user) => <Invitations user={user} />,
  },
  { field: 'last_login_at', title: 'user.lastLogin', ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'created_time', title: 'user.registered', isHidden: true, ...moment, render: (unix) => <TimeText unix={unix} /> },
  { field: 'display_name', title: 'user.displayName', isHidden: true },
  { field: 'email', title: 'user.email', isHidden: true, width: 180 },
  { field: 'inviter_id', title: 'user.inviterId', isHidden: true, align: 'right' },
  { field: 'id', title: 'user.id', isHidden: true, align: 'right', width: 70 },
]

function userCard(user: User): Card {
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

interface UserBudgetProps {
  readonly user: { readonly id: number; readonly username: string }
  readonly onClose: () => void
}

/** Sets the limits of a user, for admins. */
function UserBudget({ user, onClose }: UserBudgetProps) {
  const t = useText()
  const payload = { params: { id: user.id } }
  const { data: budgets } = useData(listUserBudgets, payload)
  const refreshes = [listUserBudgets]
  const save = useCall(setUserBudget, { refreshes, done: 'budget.saved', isQuiet: true })
  const remove = useCall(removeUserBudget, { refreshes, done: 'budget.removed' })
  if (budgets === undefined) return null
  return (
    <BudgetDialog
      title={t('budget.titleUser', { name: user.username })}
      budgets={budgets}
      onSave={(body) => save.run({ ...payload, body })}
      onRemove={(query) => remove.run({ ...payload, query })}
      onClose={onClose}
    />
  )
}

/** Adds an ordinary user. */
function AddUserDrawer({ drawer }: { readonly drawer: Drawer<User> }) {
  const t = useText()
  const { add } = useUserCalls()
  return (
    <FormDrawer
      drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }}
      title={t('user.add')}
      schema={UserDraft}
      initial={blankUser}
      onSubmit={add}
      submitLabel={t('user.addOne')}
      footnote={t('user.addNote')}
    >
      <FormSection>
        <TextField name="username" label={t('user.username')} hint={t('user.usernameHint')} isRequired hasFocus />
        <TextField name="display_name" label={t('user.displayName')} hint={t('user.displayNameHint')} />
        <SecretField name="password" label={t('user.password')} hint={t('user.passwordHint')} autoComplete="new-password" isRequired />
        <UserGroupField />
      </FormSection>
    </FormDrawer>
  )
}

/** What the list can be narrowed down by. */
function useUserFilters(): readonly Filter[] {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  return [
    { kind: 'search', name: 'keyword', label: t('user.search') },
    {
      kind: 'select',
      name: 'group',
      label: t('user.group'),
      allLabel: t('user.allGroups'),
      choices: (groups.data ?? []).map((group) => ({ value: group, label: group })),
      isSearchable: true,
    },
  ]
}

/** The users of the installation, for admins. */
export default function UsersPage() {
  const t = useText()
  const drawer = useDrawer<User>(getUser)
  const fault = useActionFault()
  const { adjust } = useUserCalls()
  const [adjusted, setAdjusted] = useState<AdjustedUser>()
  const [limited, setLimited] = useState<User>()
  return (
    <Page title={t('user.title')} subtitle={t('user.subtitle')}>
      <ListTable
        list={userList}
        name="users"
        columns={userColumns}
        filters={useUserFilters()}
        isDim={isClosed}
        empty={{ icon: <UsersIcon />, title: t('user.emptyTitle'), text: t('user.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('user.add')}
        onOpen={drawer.open}
        canOpen={(user) => fault(user, 'edit') === undefined}
        actions={useUserActions({ edit: drawer.open, adjust: setAdjusted, limit: setLimited })}
        card={userCard}
        hasCsv
      />
      <AddUserDrawer drawer={drawer} />
      <EditUserDrawer drawer={drawer} onAdjust={setAdjusted} />
      {limited && <UserBudget user={limited} onClose={() => setLimited(undefined)} />}
      <QuotaDialog
        isOpen={adjusted !== undefined}
        onClose={() => setAdjusted(undefined)}
        who={adjusted ? `#${adjusted.id} ${adjusted.username}` : ''}
        balance={adjusted?.quota ?? 0}
        onSave={async ({ units, reason }) => {
          if (!adjusted) return
          await adjust(adjusted, units, reason)
          toast.done(t('user.adjustedToast', { name: adjusted.username }))
        }}
      />
    </Page>
  )
}
