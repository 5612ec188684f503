import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { ChevronDownIcon, LogOutIcon } from '~/ui/icons'
import { PopMenu } from '~/ui/PopMenu'
import { useLogOut } from './use-log-out.ts'

/** Who is logged in, and the way out. */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const logOut = useLogOut()
  if (!user) return null
  const name = user.display_name || user.username || `#${user.id}`
  return (
    <PopMenu
      className="user-button"
      label={t('shell.userMenu')}
      items={[{ key: 'out', label: t('shell.logOut'), icon: <LogOutIcon />, run: logOut }]}
    >
      <span className="avatar" aria-hidden>
        {name.slice(0, 2).toUpperCase()}
      </span>
      <span className="user-name">{name}</span>
      <ChevronDownIcon />
    </PopMenu>
  )
}
