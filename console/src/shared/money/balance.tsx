import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin, useUser } from '~/session/user'
import { QuotaText } from '~/ui/text/QuotaText'

/** The balance, in amber when it is low and in red when it is used up. */
export function BalanceText({ balance }: { readonly balance: Balance }) {
  const tone = balanceTone[balance.state]
  return (
    <span className={tone && `tone-${tone}`}>
      <QuotaText value={balance.left} />
    </span>
  )
}

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

export interface Balance {
  /** Quota units; below zero when a call cost more than was held for it. */
  readonly left: number
  readonly used: number
  readonly calls: number
  /** `low`: under the threshold of the user or the installation. `empty`: nothing is left. */
  readonly state: 'well' | 'low' | 'empty'
}

/** The last known balance of the logged-in user; undefined until this browser has received it. */
export function useBalance(): Balance | undefined {
  const user = useUser()
  if (typeof user?.quota !== 'number') return undefined
  const { quota: left, used_quota: used = 0, request_count: calls = 0, quota_remind_threshold: threshold = 0 } = user
  return { left, used, calls, state: left <= 0 ? 'empty' : left < threshold ? 'low' : 'well' }
}

/** The palette tone of a state; undefined: none. */
const balanceTone = { well: undefined, low: 'amber', empty: 'red' } as const
