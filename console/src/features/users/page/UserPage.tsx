import { useParams } from '@tanstack/react-router'
import { getUser } from '@waystation/contract/api/people/user'
import type { User } from '@waystation/contract/people/user'
import { useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { ActionButtons, ErrorState, Page, SkeletonLines, Tabs, toast, useDrawer, useUrlChoice } from '~/ui/kit'
import { EditUserDrawer } from '../EditUserDrawer.tsx'
import { QuotaDialog } from '../quota/QuotaDialog.tsx'
import { UserBudget } from '../UserBudget.tsx'
import { useUserActions } from '../user-actions.tsx'
import { about } from '../user-cells.tsx'
import { type AdjustedUser, useUserCalls, useUserRecord } from '../user-queries.ts'
import { Timeline } from './Timeline.tsx'
import { UserBudgets } from './UserBudgets.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserSessions } from './UserSessions.tsx'
import { UserTokens } from './UserTokens.tsx'
import './user-page.css'

const TABS = ['timeline', 'tokens', 'sessions', 'budgets'] as const

/** Everything about one user, for admins who outrank them: what they have, what can be done, and what happened to the account. */
export default function UserPage() {
  const t = useText()
  const { id = '' } = useParams({ strict: false })
  const { data: user, error, refetch } = useUserRecord(Number(id))
  const parent = { label: t('user.title'), to: paths.users() }
  if (user) return <LoadedPage key={id} user={user} />
  return (
    <Page title={`#${id}`} parent={parent}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonLines count={8} />}
    </Page>
  )
}

function LoadedPage({ user }: { readonly user: User }) {
  const t = useText()
  const drawer = useDrawer<User>(getUser)
  const { adjust } = useUserCalls()
  const [adjusted, setAdjusted] = useState<AdjustedUser>()
  const [limited, setLimited] = useState<User>()
  const [tab, setTab] = useUrlChoice('tab', TABS)
  const actions = useUserActions({ edit: drawer.open, adjust: setAdjusted, limit: setLimited })(user)
  const contents = {
    timeline: <Timeline user={user} />,
    tokens: <UserTokens userId={user.id} />,
    sessions: <UserSessions user={user} />,
    budgets: <UserBudgets user={user} onEdit={() => setLimited(user)} />,
  }
  return (
    <Page
      title={user.username}
      parent={{ label: t('user.title'), to: paths.users() }}
      subtitle={[`#${user.id}`, about(user)].filter((part) => part !== '').join(' · ')}
      actions={<ActionButtons actions={actions} />}
    >
      <UserFacts user={user} />
      <Tabs
        label={user.username}
        tabs={TABS.map((key) => ({ key, label: t(`userPage.tabs.${key}`), content: contents[key] }))}
        value={tab}
        onChange={setTab}
      />
      <EditUserDrawer drawer={drawer} onAdjust={setAdjusted} />
      {limited && <UserBudget user={limited} onClose={() => setLimited(undefined)} />}
      <QuotaDialog
        isOpen={adjusted !== undefined}
        onClose={() => setAdjusted(undefined)}
        who={`#${user.id} ${user.username}`}
        balance={adjusted?.quota ?? user.quota}
        onSave={async ({ units, reason }) => {
          await adjust(user, units, reason)
          toast.done(t('user.adjustedToast', { name: user.username }))
        }}
      />
    </Page>
  )
}
