import { useNavigate } from '@tanstack/react-router'
import { logout } from '@waystation/contract/api/session'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser } from '~/session/user'
import { toast } from '~/ui/toasts'

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
