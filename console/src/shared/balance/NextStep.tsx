import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'

/** How one gets more to spend: where the installation sells it, by a command for admins, else by asking one. */
export function NextStep() {
  const t = useText()
  const user = useUser()
  const isAdmin = useIsAdmin()
  const shop = usePublicStatus()?.top_up_link
  return (
    <>
      {shop ? (
        <a href={shop} target="_blank" rel="noreferrer">
          {t('balance.topUp')}
        </a>
      ) : (
        !isAdmin && t('balance.askAdmin')
      )}
      {isAdmin && (
        <>
          {shop ? ' ' : ''}
          {t('balance.command')} <code>{grantCommand(user?.username ?? '')}</code>
        </>
      )}
    </>
  )
}

/** The command that adds ten dollars, as it is typed on the server. */
const grantCommand = (username: string): string => `npx waystation user grant ${username} 10`
