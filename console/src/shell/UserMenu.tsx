import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { BalanceText } from '~/shared/balance/BalanceText'
import { useBalance } from '~/shared/balance/use-balance'
import { ChevronDownIcon, LogOutIcon } from '~/ui/icons'
import { PopMenu } from '~/ui/PopMenu'
import { useIsPhone } from '~/ui/use-phone'
import { UserCard } from './UserCard.tsx'
import { useLogOut } from './use-log-out.ts'

export interface UserMenuProps {
  /** Shows what is left to spend: where something keeps it fresh. */
  readonly hasBalance?: boolean
}

/** Who is logged in, what they have left, and the way out. */
export function UserMenu({ hasBalance = false }: UserMenuProps) {
  const t = useText()
  const user = useUser()
  const heard = useBalance()
  const logOut = useLogOut()
  // On a phone it is in the menu; the ring around the avatar says when it matters.
  const isPhone = useIsPhone()
  if (!user) return null
  const balance = hasBalance ? heard : undefined
  const name = user.display_name || user.username || `#${user.id}`
  return (
    <PopMenu
      className="user-button"
      label={t('shell.userMenu')}
      head={balance && <UserCard user={user} balance={balance} />}
      items={[{ key: 'out', label: t('shell.logOut'), icon: <LogOutIcon />, run: logOut }]}
    >
      <span className={`avatar ${balance ? `avatar-${balance.state}` : ''}`} aria-hidden>
        {name.slice(0, 2).toUpperCase()}
      </span>
      <span className="user-name">{name}</span>
      {balance && (
        <span className={isPhone ? 'unseen' : 'user-balance'}>
          <span className="unseen">{t('balance.title')} </span>
          <BalanceText balance={balance} />
        </span>
      )}
      <ChevronDownIcon />
    </PopMenu>
  )
}
