import type { User } from '@waystation/contract/people/user'
import { userStatus } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { firstNames } from '~/shared/first-names.ts'
import { useWriteTo } from '~/shared/message/recipients.ts'
import { type Action, BanIcon, CopyIcon, copyOrShow, MessageIcon, PowerIcon, runWork, UsersIcon } from '~/ui/kit'
import { useUserCalls } from './user-queries.ts'
import { isClosed, useActionFault } from './user-rules.ts'

interface BulkOpeners {
  /** Opens what gives them another group. */
  readonly changeGroup: (users: readonly User[], clear: () => void) => void
}

/** What can be done to the chosen users; those whom the ranks protect are left out, and the question says how many remain. */
export function useUserBulk({ changeGroup }: BulkOpeners): (users: readonly User[], clear: () => void) => readonly Action[] {
  const t = useText()
  const fault = useActionFault()
  const { manageQuietly, refresh } = useUserCalls()
  const writeTo = useWriteTo()
  const all = (users: readonly User[], action: 'enable' | 'disable') =>
    runWork({
      ...{ name: 'users', label: t(action === 'enable' ? 'user.unbanMany' : 'user.banMany'), items: users },
      one: (user) => manageQuietly(user, action),
      namesOf,
      undo: { one: (user) => manageQuietly(user, action === 'enable' ? 'disable' : 'enable'), after: refresh },
    })
  const run = (users: readonly User[], clear: () => void, action: 'enable' | 'disable') => async () => {
    clear()
    await all(users, action)
    await refresh()
  }
  return (users, clear) => {
    const bannable = users.filter((user) => user.status === userStatus.active && fault(user, 'disable') === undefined)
    const banned = users.filter((user) => user.status !== userStatus.active && fault(user, 'enable') === undefined)
    const addresses = users.map(({ email }) => email).filter((email) => email !== '')
    const isChangeable = users.some((user) => fault(user, 'edit') === undefined)
    // A closed account has no inbox any more.
    const reachable = users.filter((user) => !isClosed(user))
    return [
      {
        label: t('user.changeGroup'),
        icon: <UsersIcon />,
        disabledReason: isChangeable ? undefined : t('user.noneToChange'),
        run: () => changeGroup(users, clear),
      },
      {
        label: t('user.writeMessage'),
        icon: <MessageIcon />,
        disabledReason: reachable.length === 0 ? t('user.noneToWrite') : undefined,
        run: () => writeTo(reachable),
      },
      {
        label: t('user.ban'),
        icon: <BanIcon />,
        danger: true,
        disabledReason: bannable.length === 0 ? t('user.noneToBan') : undefined,
        confirm: { title: t('user.confirmBanMany', { count: bannable.length }), text: `${namesOf(bannable)}. ${t('user.confirmBanText')}` },
        run: run(bannable, clear, 'disable'),
      },
      {
        label: t('user.unban'),
        icon: <PowerIcon />,
        disabledReason: banned.length === 0 ? t('user.noneBanned') : undefined,
        confirm: { title: t('user.confirmUnbanMany', { count: banned.length }), text: namesOf(banned) },
        run: run(banned, clear, 'enable'),
      },
      {
        label: t('user.copyAddresses'),
        icon: <CopyIcon />,
        disabledReason: addresses.length === 0 ? t('user.noAddresses') : undefined,
        run: () => copyOrShow(addresses.join('\n')),
      },
    ]
  }
}

/** The first few by name. */
export const namesOf = (users: readonly User[]): string => firstNames(users.map(({ username }) => username))
