import { QuotaText } from '~/ui/QuotaText'
import { type Balance, balanceTone } from './use-balance.ts'

/** The balance, in amber when it is low and in red when it is used up. */
export function BalanceText({ balance }: { readonly balance: Balance }) {
  const tone = balanceTone[balance.state]
  return (
    <span className={tone && `tone-${tone}`}>
      <QuotaText value={balance.left} />
    </span>
  )
}
