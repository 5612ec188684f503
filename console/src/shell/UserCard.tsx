import type { Self } from '@waystation/contract/user'
import { useText } from '~/i18n'
import { BalanceText } from '~/shared/balance/BalanceText'
import { NextStep } from '~/shared/balance/NextStep'
import type { Balance } from '~/shared/balance/use-balance'
import { QuotaText } from '~/ui/QuotaText'
import { statusKey } from '~/ui/status-key'
import './user-card.css'

/** At the head of the user menu: who this is, what is left and used, and what helps when it is little. */
export function UserCard({ user, balance }: { readonly user: Self; readonly balance: Balance }) {
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
