import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'

/** How to get more balance: in the wallet where the installation sells it, by a command for admins, else by asking one. */
export function NextStep() {
  const t = useText()
  const user = useUser()
  const isAdmin = useIsAdmin()
  const status = usePublicStatus()
  const isSold = Boolean(status?.top_up_link) || status?.enable_online_topup === true || status?.enable_stripe === true
  return (
    <>
      {isSold ? <Link to={paths.wallet()}>{t('balance.topUp')}</Link> : !isAdmin && t('balance.askAdmin')}
      {isAdmin && (
        <>
          {isSold ? ' ' : ''}
          {t('balance.command')} <code>{grantCommand(user?.username ?? '')}</code>
        </>
      )}
    </>
  )
}

/** The command that adds ten dollars, as it is typed on the server. */
const grantCommand = (username: string): string => `npx waystation user grant ${username} 10`
