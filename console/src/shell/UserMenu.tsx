import { useNavigate } from '@tanstack/react-router'
import { logout } from '@waystation/contract/api/session'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser, useUser } from '~/session/user'
import { ChevronDownIcon, LogOutIcon, Menu, toast } from '~/ui/kit'

/** Who is logged in, and the way out. */
export function UserMenu() {
  const t = useText()
  const navigate = useNavigate()
  const user = useUser()
  const leave = useCall(logout)
  if (!user) return null
  const name = user.display_name || user.username || `#${user.id}`
  const logOut = async () => {
    await leave.run().catch(() => undefined)
    // First away, then forgotten: a page still standing would ask for things that nobody may have any more.
    await navigate({ to: paths.login() })
    forgetUser()
    toast.done(t('shell.loggedOut'))
  }
  return (
    <Menu items={[{ key: 'out', label: t('shell.logOut'), icon: <LogOutIcon />, run: logOut }]}>
      <button type="button" className="user-button" aria-label={`${t('shell.userMenu')}: ${name}`}>
        <span className="avatar" aria-hidden>
          {name.slice(0, 2).toUpperCase()}
        </span>
        <span className="user-name">{name}</span>
        <ChevronDownIcon />
      </button>
    </Menu>
  )
}
