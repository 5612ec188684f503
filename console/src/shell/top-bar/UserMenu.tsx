import { useNavigate } from '@tanstack/react-router'
import { logout } from '@waystation/contract/api/people/session'
import type { Self } from '@waystation/contract/people/user'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser, useUser } from '~/session/user'
import { type Balance, BalanceText, NextStep, useBalance } from '~/shared/money/balance'
import { toast } from '~/ui/feedback/toasts'
import { ChevronDownIcon, LogOutIcon, UserIcon, WalletIcon } from '~/ui/icons'
import { PopMenu } from '~/ui/menu/PopMenu'
import { QuotaText } from '~/ui/text/QuotaText'
import { statusKey } from '~/ui/text/Tag'
import { useIsPhone } from '~/ui/use-phone'
import './user-card.css'

/** At the head of the user menu: who this is, what is left and used, and what helps when it is little. */
function UserCard({ user, balance }: { readonly user: Self; readonly balance: Balance }) {
  const t = useText()
  const role = statusKey('role', user.role)
  return (
    <div className="user-card">
      <div className="user-card-who">
        <strong>{user.display_name || user.username}</strong>
        <span className="text3">
          {user.username}
          {role && ` · ${t(role)}`}
        </span>
      </div>
      <dl>
        <dt>{t('balance.title')}</dt>
        <dd>
          <BalanceText balance={balance} />
        </dd>
        <dt>{t('balance.used')}</dt>
        <dd>
          <QuotaText value={balance.used} />
        </dd>
      </dl>
      {balance.state !== 'well' && (
        <p className={`user-card-step user-card-${balance.state}`}>
          {balance.state === 'empty' && `${t('balance.refused')} `}
          <NextStep />
        </p>
      )}
    </div>
  )
}

export interface UserMenuProps {
  /** Shows what is left to spend: where something keeps it fresh. */
  readonly hasBalance?: boolean
}

/** The user's name, balance and logout. */
export function UserMenu({ hasBalance = false }: UserMenuProps) {
  const t = useText()
  const user = useUser()
  const lastBalance = useBalance()
  const logOut = useLogOut()
  const navigate = useNavigate()
  // On a phone it is in the menu; the ring around the avatar shows a low balance.
  const isPhone = useIsPhone()
  if (!user) return null
  const balance = hasBalance ? lastBalance : undefined
  const name = user.display_name || user.username || `#${user.id}`
  return (
    <PopMenu
      className="user-button"
      label={t('shell.userMenu')}
      head={balance && <UserCard user={user} balance={balance} />}
      items={[
        { key: 'wallet', label: t('shell.wallet'), icon: <WalletIcon />, run: () => navigate({ to: paths.wallet() }) },
        { key: 'me', label: t('shell.me'), icon: <UserIcon />, run: () => navigate({ to: paths.me() }) },
        { key: 'out', label: t('shell.logOut'), icon: <LogOutIcon />, run: logOut },
      ]}
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

/** Ends the session and goes to the login. The browser forgets the user even when the server cannot be reached. */
export function useLogOut(): () => Promise<void> {
  const t = useText()
  const navigate = useNavigate()
  return async () => {
    await call(logout).catch(() => undefined)
    // Navigate first, then forget the user: a page that is still mounted would send requests without a session.
    await navigate({ to: paths.login() })
    forgetUser()
    toast.done(t('shell.loggedOut'))
  }
}
