import { useNavigate } from '@tanstack/react-router'
import { getUser } from '@waystation/contract/api/people/user'
import type { User } from '@waystation/contract/people/user'
import { useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { ListTable, Page, toast, UsersIcon, useDrawer } from '~/ui/kit'
import { AddUserDrawer } from './AddUserDrawer.tsx'
import { EditUserDrawer } from './EditUserDrawer.tsx'
import { GroupDialog, useGroupDialog } from './group/GroupDialog.tsx'
import { QuotaDialog } from './quota/QuotaDialog.tsx'
import { UserBudget } from './UserBudget.tsx'
import { useUserActions } from './user-actions.tsx'
import { useUserBulk } from './user-bulk.tsx'
import { userCard, userColumns } from './user-columns.tsx'
import { useUserFilters } from './user-filters.ts'
import { type AdjustedUser, userList, useUserCalls } from './user-queries.ts'
import { isClosed, useMayRead } from './user-rules.ts'

/** The users of the installation, for admins. */
export default function UsersPage() {
  const t = useText()
  const drawer = useDrawer<User>(getUser)
  const navigate = useNavigate()
  const mayRead = useMayRead()
  const { adjust } = useUserCalls()
  const [adjusted, setAdjusted] = useState<AdjustedUser>()
  const groups = useGroupDialog()
  const [limited, setLimited] = useState<User>()
  return (
    <Page title={t('user.title')} subtitle={t('user.subtitle')}>
      <ListTable
        list={userList}
        name="users"
        savesFilters
        columns={userColumns}
        filters={useUserFilters()}
        isDim={isClosed}
        empty={{ icon: <UsersIcon />, title: t('user.emptyTitle'), text: t('user.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('user.add')}
        onOpen={(user) => navigate({ to: paths.user(user.id) })}
        canOpen={mayRead}
        actions={useUserActions({ edit: drawer.open, adjust: setAdjusted, limit: setLimited })}
        bulk={useUserBulk({ changeGroup: groups.open })}
        card={userCard}
        hasCsv
      />
      <AddUserDrawer drawer={drawer} />
      <EditUserDrawer drawer={drawer} onAdjust={setAdjusted} />
      <GroupDialog selected={groups.selected} close={groups.close} />
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
