import { Outlet, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin } from '~/session/user'
import { Button, EmptyState, LockIcon, Page } from '~/ui/kit'

/** Around the pages of admins. Others learn that the page exists and is not for them; the server refuses them anyway. */
export default function AdminOnly() {
  const t = useText()
  const navigate = useNavigate()
  if (useIsAdmin()) return <Outlet />
  const leave = () => navigate({ to: paths.tokens() })
  return (
    <Page title={t('error.noPermission')}>
      <EmptyState
        icon={<LockIcon />}
        title={t('error.noPermission')}
        text={t('error.noPermissionText')}
        action={<Button onClick={leave}>{t('shell.openConsole')}</Button>}
      />
    </Page>
  )
}
