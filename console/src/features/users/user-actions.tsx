import { useNavigate } from '@tanstack/react-router'
import { userData } from '@waystation/contract/api/people/user-page'
import type { User } from '@waystation/contract/people/user'
import { userStatus } from '@waystation/contract/site/status-table'
import { callFile } from '~/api/call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import {
  type Action,
  BalanceIcon,
  BanIcon,
  CalendarIcon,
  CloseAccountIcon,
  DemoteIcon,
  DownloadIcon,
  EditIcon,
  LogsIcon,
  OrdersIcon,
  PasskeyIcon,
  PowerIcon,
  PromoteIcon,
  saveFile,
  toast,
} from '~/ui/kit'
import { type AdjustedUser, useUserCalls } from './user-queries.ts'
import { useActionFault, useMayRead } from './user-rules.ts'

export interface UserOpeners {
  readonly edit: (user: User) => void
  readonly adjust: (user: AdjustedUser) => void
  /** Opens what sets the user's budget. */
  readonly limit: (user: User) => void
}

/** What can be done to one user: nothing that the ranks refuse. */
export function useUserActions({ edit, adjust, limit }: UserOpeners): (user: User) => readonly Action[] {
  const t = useText()
  const navigate = useNavigate()
  const fault = useActionFault()
  const mayRead = useMayRead()
  const standing = useStandingActions()
  return (user) => {
    const logs = {
      label: t('user.logs'),
      icon: <LogsIcon />,
      run: () => navigate({ to: paths.logs(), search: { username: user.username } }),
    }
    const statement = {
      label: t('user.statement'),
      icon: <OrdersIcon />,
      run: () => navigate({ to: paths.userStatement(user.id) }),
    }
    const data = {
      label: t('user.data'),
      icon: <DownloadIcon />,
      run: async () => saveFile(await callFile(userData, { params: { id: user.id } })),
    }
    // A closed account is not changed any more, and its books can still be read.
    if (fault(user, 'edit')) return mayRead(user) ? [logs, statement, data] : []
    return [
      { label: t('user.adjust'), icon: <BalanceIcon />, run: () => adjust(user) },
      { label: t('action.edit'), icon: <EditIcon />, run: () => edit(user) },
      { label: t('budget.action'), icon: <CalendarIcon />, run: () => limit(user) },
      logs,
      statement,
      data,
      ...standing(user),
    ]
  }
}

/** Role, ban and the end of the account. */
function useStandingActions(): (user: User) => readonly Action[] {
  const t = useText()
  const fault = useActionFault()
  const { manage, undoBan, resetFactors } = useUserCalls()
  const done = (user: User, action: 'promote' | 'demote' | 'enable' | 'delete') => async () => {
    await manage(user, action)
    toast.done(t(`user.done.${action}`, { name: user.username }))
  }
  const ban = async (user: User) => {
    await manage(user, 'disable')
    toast.undo(t('user.done.disable', { name: user.username }), () => undoBan(user))
  }
  const reset = async (user: User) => {
    await resetFactors(user)
    toast.done(t('user.done.resetFactors', { name: user.username }))
  }
  return (user) => {
    const name = user.username
    const isBanned = user.status !== userStatus.active
    return [
      {
        label: t('user.promote'),
        icon: <PromoteIcon />,
        confirm: { title: t('user.confirmPromote', { name }), text: t('user.confirmPromoteText') },
        isHidden: fault(user, 'promote') !== undefined,
        run: done(user, 'promote'),
      },
      {
        label: t('user.demote'),
        icon: <DemoteIcon />,
        confirm: { title: t('user.confirmDemote', { name }), text: t('user.confirmDemoteText') },
        isHidden: fault(user, 'demote') !== undefined,
        run: done(user, 'demote'),
      },
      {
        label: t('user.resetFactors'),
        icon: <PasskeyIcon />,
        confirm: { title: t('user.confirmReset', { name }), text: t('user.confirmResetText') },
        // By the rules of a ban: nobody resets their own, who can do it on their own page.
        isHidden: fault(user, 'disable') !== undefined,
        run: () => reset(user),
      },
      {
        label: t('user.unban'),
        icon: <PowerIcon />,
        isHidden: !isBanned || fault(user, 'enable') !== undefined,
        run: done(user, 'enable'),
      },
      {
        label: t('user.ban'),
        icon: <BanIcon />,
        danger: true,
        confirm: { title: t('user.confirmBan', { name }), text: t('user.confirmBanText') },
        isHidden: isBanned || fault(user, 'disable') !== undefined,
        run: () => ban(user),
      },
      {
        label: t('user.close'),
        icon: <CloseAccountIcon />,
        danger: true,
        confirm: { title: t('user.confirmClose', { name }), text: t('user.confirmCloseText') },
        isHidden: fault(user, 'delete') !== undefined,
        run: done(user, 'delete'),
      },
    ]
  }
}
