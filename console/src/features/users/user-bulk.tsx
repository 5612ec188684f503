import type { User } from '@waystation/contract/people/user'
import { userStatus } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { firstNames } from '~/shared/first-names.ts'
import { type Action, BanIcon, CopyIcon, copyOrShow, PowerIcon, runWork } from '~/ui/kit'
import { useUserCalls } from './user-queries.ts'
import { useActionFault } from './user-rules.ts'

/** What can be done to the chosen users; those whom the ranks protect are left out, and the question says how many remain. */
export function useUserBulk(): (users: readonly User[], clear: () => void) => readonly Action[] {
  const t = useText()
  const fault = useActionFault()
  const { manageQuietly, refresh } = useUserCalls()
  const all = (users: readonly User[], action: 'enable' | 'disable') =>
    runWork({
      ...{ name: 'users', label: t(action === 'enable' ? 'user.unbanMany' : 'user.banMany'), items: users },
      one: (user) => manageQuietly(user, action),
      undo: async (done) => {
        for (const user of done) await manageQuietly(user, action === 'enable' ? 'disable' : 'enable')
        await refresh()
      },
    })
  const run = (users: readonly User[], clear: () => void, action: 'enable' | 'disable') => async () => {
    clear()
    await all(users, action)
    await refresh()
  }
  return (users, clear) => {
    const bannable = users.filter((user) => user.status === userStatus.active && fault(user, 'disable') === undefined)
    const banned = users.filter((user) => user.status !== userStatus.active && fault(user, 'enable') === undefined)
    const names = (some: readonly User[]) => firstNames(some.map(({ username }) => username))
    const addresses = users.map(({ email }) => email).filter((email) => email !== '')
    return [
      {
        label: t('user.ban'),
        icon: <BanIcon />,
        danger: true,
        disabledReason: bannable.length === 0 ? t('user.noneToBan') : undefined,
        confirm: { title: t('user.confirmBanMany', { count: bannable.length }), text: `${names(bannable)}. ${t('user.confirmBanText')}` },
        run: run(bannable, clear, 'disable'),
      },
      {
        label: t('user.unban'),
        icon: <PowerIcon />,
        disabledReason: banned.length === 0 ? t('user.noneBanned') : undefined,
        confirm: { title: t('user.confirmUnbanMany', { count: banned.length }), text: names(banned) },
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
